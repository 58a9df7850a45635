from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Page(Generic[T]):
    data: list[T]
    next_cursor: str | None
    has_more: bool


class Pages(Generic[T]):
    """
    A list. Iterated, it is the entries of all pages, which are requested as they are needed. ``first()`` is its first page, and
    ``pages()`` iterates over pages.
    """

    def __init__(self, request: Callable[[str | None], Page[T]], cursor: str | None) -> None:
        self._request = request
        self._cursor = cursor

    def first(self) -> Page[T]:
        return self._request(self._cursor)

    def pages(self) -> Iterator[Page[T]]:
        page = self.first()
        yield page
        while page.has_more and page.next_cursor is not None:
            page = self._request(page.next_cursor)
            yield page

    def __iter__(self) -> Iterator[T]:
        for page in self.pages():
            yield from page.data
