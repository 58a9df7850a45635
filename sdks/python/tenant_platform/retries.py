"""When a request is sent again, and after which delay. The same rules as in the TypeScript SDK."""

from __future__ import annotations

import random
from typing import Protocol

from .problems import PlatformProblem

BASE_SECONDS = 0.5
LONGEST_BACKOFF_SECONDS = 8.0
LONGEST_WAIT_SECONDS = 60.0


class Repeatable(Protocol):
    @property
    def is_repeatable(self) -> bool: ...


def was_not_run(problem: PlatformProblem) -> bool:
    """The platform did not run the operation, or it waits for an earlier request with the same key."""
    return problem.code in ("rate_limited", "idempotency_key_in_use")


def may_have_run(problem: PlatformProblem) -> bool:
    """The operation can have run although its response was lost."""
    return problem.code in ("connection_failed", "timed_out") or problem.status in (502, 503, 504)


def retry_delay(operation: Repeatable, problem: PlatformProblem, attempt: int, *, is_guarded: bool) -> float | None:
    """
    Seconds until the next attempt; None if the request must not be repeated. Follows ``Retry-After``, plus up to half a second so that
    callers do not return together; otherwise exponential back-off with full jitter. A guarded request has an idempotency key or
    ``If-Match``, so that it cannot take effect twice.
    """
    is_safe = was_not_run(problem) or (may_have_run(problem) and (operation.is_repeatable or is_guarded))
    if not is_safe:
        return None
    if problem.retry_after_seconds is None:
        return random.random() * min(LONGEST_BACKOFF_SECONDS, BASE_SECONDS * 2.0 ** (attempt - 1))
    if problem.retry_after_seconds > LONGEST_WAIT_SECONDS:
        return None
    return problem.retry_after_seconds + random.random() * BASE_SECONDS
