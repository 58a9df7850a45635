from __future__ import annotations

import httpx

from .client import Client
from .resources import Resources
from .token_sources import TokenSource
from .version import USER_AGENT


class Platform(Resources):
    """
    The API with all its resources: ``platform.users.list(status="active")``.

    ``token`` is an access token, or a source of tokens such as ``ClientCredentials``. ``timeout`` is the seconds that each attempt can
    take, ``retries`` how often a request is repeated where that is safe. Pass ``http`` to use a client with your own proxy or
    certificates. Several threads can share a platform.
    """

    def __init__(
        self,
        base_url: str,
        token: str | TokenSource | None = None,
        *,
        timeout: float = 30.0,
        retries: int = 2,
        http: httpx.Client | None = None,
    ) -> None:
        self._http = http if http is not None else httpx.Client(headers={"user-agent": USER_AGENT})
        super().__init__(Client(base_url, token, http=self._http, timeout=timeout, retries=retries))

    def close(self) -> None:
        """Closes the connections."""
        self._http.close()

    def __enter__(self) -> Platform:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
