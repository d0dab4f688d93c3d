"""
The master's side of a load run: Locust counts and distributes the users, and workers of Outrigger run them.

    locust -f outrigger.py --master --headless -u 500 -r 20 -t 10m --expect-workers 8
    locust -f outrigger.py Arrivals --master --headless -u 50 -r 50 -t 10m --expect-workers 8
    outrigger worker shop --load tcp://master:5557

A worker of Locust itself must not be started with this file: it has no requests.
"""

import os
import sys

from locust import User, task


class OutriggerUser(User):
    abstract = True

    @task
    def iteration(self):
        raise NotImplementedError("Start workers with: outrigger worker <collection> --load tcp://<master>:5557")


class Users(OutriggerUser):
    """Users in a loop: each does one iteration of the collection after the other."""


class Arrivals(OutriggerUser):
    """Each starts one iteration per second, however long the ones before it take: -u 50 is a rate of 50 per second."""

    # Locust runs every class of a file unless some are named; these two are never meant to be mixed by accident.
    # Newer ones take the names from a variable too.
    weight = 1 if "Arrivals" in [*sys.argv, *os.environ.get("LOCUST_USER_CLASSES", "").split()] else 0
