"""
Makes the master of an older Locust send what one of 2.45 sends besides, through the listeners and messages that Locust
offers to any file: heartbeats, the end of spawning, a message of a file's own. It takes from the reports of workers what
only 2.45 reads. Simulated is that heartbeats are sent each second, and not as answers to those of a worker.
"""

import gevent
from locust import events


@events.init.add_listener
def on_init(environment, runner, **_kwargs):
    failures = []

    def beat():
        while True:
            gevent.sleep(1)
            runner.send_message("heartbeat")

    def on_spawning_complete(user_count, **_kwargs):
        runner.send_message("spawning_complete", {"user_count": user_count})
        runner.send_message("test_users", [{"name": "Ada"}])

    def on_worker_report(client_id, data):
        failures.extend(data["errors"].values())

    def on_quit(**_kwargs):
        first = min(failure["first_seen"] for failure in failures)
        last = max(failure["last_seen"] for failure in failures)
        print(f"Failures for {last - first:.3f} s, {sum(failure['occurrences'] for failure in failures)} times")

    gevent.spawn(beat)
    environment.events.spawning_complete.add_listener(on_spawning_complete)
    environment.events.worker_report.add_listener(on_worker_report)
    environment.events.quit.add_listener(on_quit)
