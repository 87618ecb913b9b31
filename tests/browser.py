"""A real browser: Debian's Chromium without a window, driven by its own driver.

ACESUP_EXPECT_BROWSER, if set, makes its absence a failure: continuous integration must not skip it.
"""

import json
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service

SIZES = {"phone": (390, 844), "desk": (1280, 900)}


@contextmanager
def open_browser(profile: Path) -> Iterator[webdriver.Chrome]:
    """Start Chromium, or skip the test and say what is missing."""
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    driver = shutil.which("chromedriver")
    if not browser or not driver:
        missing = "no browser to test the page in, expected Debian's packages chromium and chromium-driver"
        assert not os.environ.get("ACESUP_EXPECT_BROWSER"), missing
        pytest.skip(missing)
    options = webdriver.ChromeOptions()
    options.binary_location = browser
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    chrome = webdriver.Chrome(options, Service(driver))
    try:
        chrome.get("about:blank")  # what the browser opens by itself is no page of ours
        complaints(chrome)
        yield chrome
    finally:
        chrome.quit()


def resize(chrome: webdriver.Chrome, size: str, scheme: str = "light") -> None:
    """Show the page as a phone or a desk would, in light or dark colours."""
    width, height = SIZES[size]
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": size == "phone"}
    chrome.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    chrome.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})


def complaints(chrome: webdriver.Chrome) -> list[str]:
    """Return what the console says, and every request but that for the page itself; then forget them."""
    get_log: Callable[[str], list[dict[str, str]]] = chrome.get_log
    logs = [entry["message"] for entry in get_log("browser")]
    for entry in get_log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            url = message["params"]["request"]["url"]
            logs += [] if url.startswith(("file:", "data:,", "about:")) else [url]
    return logs
