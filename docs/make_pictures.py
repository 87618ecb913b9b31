"""Make the pictures of docs/show.md: python docs/make_pictures.py DIRECTORY

They are screenshots of real pages in a real Chromium, and made anew by every `make docs`. Where there is none
the documentation is built without them.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from acesup import Deal, best_score
from acesup.page import html_page

SHOTS = {
    # name: deal, rules, what the address names, width, height, dark
    "line": ("kpat:34", "standard", "#43", 1100, 560, False),
    "phone": ("kpat:34", "standard", "#43", 390, 800, True),
    "play": ("kpat:3", "free-cell", "#play", 1100, 560, False),
}


def shoot(page: Path, fragment: str, size: tuple[int, int], dark: bool, picture: Path) -> None:
    """Open a page in Chromium, and save what it shows."""
    with tempfile.TemporaryDirectory() as profile:
        command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]
        command += [f"--user-data-dir={profile}", f"--window-size={size[0]},{size[1]}"]
        command += ["--blink-settings=preferredColorScheme=0"] * dark
        command += [f"--screenshot={picture}", page.as_uri() + fragment]
        subprocess.run(command, check=True, capture_output=True, timeout=120)


def main(directory: Path) -> None:
    """Make all pictures."""
    if not shutil.which("chromium"):
        print("no chromium: the documentation is built without the pictures of its pages", file=sys.stderr)
        return
    directory.mkdir(parents=True, exist_ok=True)
    for name, (source, rules, fragment, width, height, dark) in SHOTS.items():
        page = (directory / name).with_suffix(".html").resolve()
        page.write_text(html_page(best_score(Deal.from_source(source), rules)), encoding="utf-8")
        shoot(page, fragment, (width, height), dark, page.with_suffix(".png"))
        page.unlink()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
