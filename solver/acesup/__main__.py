"""`python -m acesup`: the program."""

from acesup.cli import main

main()
