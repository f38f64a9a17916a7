"""Games on a Dask cluster are the games of one machine, whoever dies meanwhile."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from typing import Any

import pytest
from attrs import evolve

from interpreter import load
from interpreter.simulate import Plan, Statistics, play_all, play_batches
from interpreter.simulate.batches.cluster import ClusterTrouble

distributed = pytest.importorskip("distributed")
pytestmark = pytest.mark.filterwarnings("ignore")
PLAN = Plan("c", 130, ("random", "random"))


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two workers, each a process of its own."""
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, protocol="tcp") as made:
        yield made


def counted(game: Any, plan: Plan, kill: Any = None) -> dict[str, object]:
    statistics = Statistics.of(game)
    for number, batch in enumerate(play_batches(game, plan)):
        if kill is not None and number == 1:
            os.kill(kill.workers[0].process.pid, signal.SIGKILL)
        batch.count(statistics)
    return statistics.to_dict()


@pytest.mark.parametrize("backend", ["python", "native"])
def test_the_games_of_one_machine(cluster: Any, backend: str) -> None:
    game = load("magpie", players=2, backend=backend)
    there = evolve(PLAN, cluster=cluster.scheduler_address)
    assert list(play_all(game, there)) == list(play_all(game, PLAN))
    assert counted(game, there) == counted(game, PLAN)


def test_a_worker_is_killed_in_the_middle(cluster: Any) -> None:
    game = load("magpie", players=2)
    there = evolve(PLAN, cluster=cluster.scheduler_address)
    assert counted(game, there, kill=cluster) == counted(game, PLAN)


@pytest.mark.parametrize(
    "address",
    ["", "nowhere", "tcp://", "tcp://127.0.0.1:9", "tcp://127.0.0.1:x", "tls://127.0.0.1:9", "ucx://1", "inproc://1"],
)
def test_nobody_answers(address: str) -> None:
    game = load("magpie", players=2)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("interpreter.simulate.batches.cluster.PATIENCE", 0.5)
        with pytest.raises(ClusterTrouble, match=f"no scheduler answers at `{address}`: "):
            list(play_all(game, evolve(PLAN, cluster=address)))
