"""The compiled modules. Everything else about the package stands in pyproject.toml.

Build switches, by environment variable (each forces a rebuild when it is set):
  ACESUP_ARCH=native    optimise for this machine's processor; the default build is portable
  ACESUP_DEBUG=1        no optimisation, C assertions on
  ACESUP_SANITIZE=1     AddressSanitizer and UndefinedBehaviorSanitizer (`make test-full` uses it)
  ACESUP_ABI3=1         the stable ABI: one wheel for this Python and all later ones. It needs Python 3.11,
                        whose stable ABI was the first with the buffers that Cython's memoryviews use
"""

import os
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

INCLUDE = ["csrc", "solver/acesup/include"]
HEADERS = sorted(str(path) for directory in INCLUDE for path in Path(directory).glob("*.h"))
MODULES = sorted(path.stem for path in Path("solver/acesup").glob("*.pyx"))

debug = os.environ.get("ACESUP_DEBUG") == "1"
sanitize = os.environ.get("ACESUP_SANITIZE") == "1"
abi3 = os.environ.get("ACESUP_ABI3") == "1"
arch = os.environ.get("ACESUP_ARCH")

compile_args = ["-std=c11", "-O0" if debug else "-O3", "-g"]
link_args: list[str] = []
if arch:
    compile_args.append(f"-march={arch}")
if debug or sanitize:
    compile_args.append("-UNDEBUG")
if sanitize:
    flags = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "-fno-omit-frame-pointer"]
    compile_args += flags
    link_args += flags
if os.name == "nt":
    compile_args, link_args = ["/std:c11", "/O2"], []

macros: list[tuple[str, str | None]] = []
options: dict[str, dict[str, str]] = {}
if abi3:
    major, minor = sys.version_info[:2]
    macros = [("Py_LIMITED_API", f"0x{major:02x}{minor:02x}0000")]
    options = {"bdist_wheel": {"py_limited_api": f"cp{major}{minor}"}}

extensions = [
    Extension(
        f"acesup.{module}",
        [f"solver/acesup/{module}.pyx"],
        include_dirs=INCLUDE,
        depends=HEADERS,
        define_macros=macros,
        extra_compile_args=compile_args,
        extra_link_args=link_args,
        py_limited_api=abi3,
    )
    for module in MODULES
]

setup(
    options=options,
    ext_modules=cythonize(
        extensions,
        build_dir="build/cython",
        include_path=["solver"],
        force=debug or sanitize or abi3 or bool(arch),
        compiler_directives={
            "language_level": 3,
            "boundscheck": False,
            "wraparound": False,
            "initializedcheck": False,
            "cdivision": True,
            "embedsignature": True,
        },
    ),
)
