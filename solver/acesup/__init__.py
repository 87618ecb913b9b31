"""Aces Up decided exactly."""
