"""Compiles small C, C++ and Cython programs against the bitgammon under test, for the interpreter that runs."""

import os
import shlex
import subprocess
import sys
import sysconfig
from pathlib import Path

import numpy

import bitgammon
from bitgammon.core.headers import get_include

STRICT = ["-Wall", "-Wextra", "-pedantic", "-Werror", "-O1"]


def config(name: str) -> str:
    """A variable of the interpreter's build, empty where it has none."""
    return str(sysconfig.get_config_var(name) or "")


def compiler(language: str) -> list[str]:
    """The compiler of "c" or "c++" for the strictest reading of the standard, finding bitgammon.h and Python.h."""
    variable, standard = {"c": ("CC", "c99"), "c++": ("CXX", "c++17")}[language]
    program = shlex.split(os.environ.get(variable) or config(variable))
    python = {sysconfig.get_path(name) for name in ("include", "platinclude")}
    return [*program, f"-std={standard}", *STRICT, f"-I{get_include()}", *(f"-isystem{path}" for path in python)]


def environment() -> dict[str, str]:
    """The environment in which a program finds the modules that this process has."""
    folders = {
        str(Path(package.__file__).resolve().parent.parent) for package in (bitgammon, numpy) if package.__file__
    }
    before = os.environ.get("PYTHONPATH")
    return os.environ | {"PYTHONPATH": os.pathsep.join([*sorted(folders), *([before] if before else [])])}


def run(*command: str | Path, cwd: Path, **variables: str) -> str:
    """What a command prints; it must succeed and complain of nothing."""
    env = environment() | variables
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, ""), f"{shlex.join(map(str, command))}\n{done.stdout}{done.stderr}"
    return done.stdout


def embedding_program(source: Path, folder: Path) -> Path:
    """Builds a C program with Python in it."""
    program = folder / source.stem
    folders = [path for path in (config("LIBDIR"), config("LIBPL")) if path]
    libraries = [f"-L{path}" for path in folders] + [f"-lpython{config('LDVERSION')}", f"-Wl,-rpath,{folders[0]}"]
    rest = shlex.split(f"{config('LIBS')} {config('SYSLIBS')} {config('LINKFORSHARED')}")
    run(*compiler("c"), source, "-o", program, *libraries, *rest, cwd=folder)
    return program


def extension(source: Path, folder: Path, *flags: str, language: str = "c++") -> Path:
    """Builds a C or C++ module."""
    module = folder / (source.stem + config("EXT_SUFFIX"))
    run(*compiler(language), *flags, "-fPIC", "-shared", source, "-o", module, cwd=folder)
    return module


def cython_extension(text: str, name: str, folder: Path) -> None:
    """Builds a Cython module as its author would, with cythonize and setuptools and nothing said of folders."""
    (folder / f"{name}.pyx").write_text(text, encoding="utf-8")
    build = f"""if True:
        from Cython.Build import cythonize
        from setuptools import setup
        setup(ext_modules=cythonize({name + ".pyx"!r}, quiet=True))
    """
    command = [sys.executable, "-c", build, "build_ext", "--inplace", "--quiet"]
    env = environment() | {"CFLAGS": "-O1"}
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
