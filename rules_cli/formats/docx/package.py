"""XML parts of a zipped document, read within bounds.

Guarantees: no more is unpacked than `MAX_UNPACKED` bytes in all, no part is packed suspiciously tight, no document
type is read (so there are no entities, neither nested nor from outside), nesting is shallow, and the names of members
are only looked up, never used as paths.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from xml.etree.ElementTree import Element, ParseError, TreeBuilder, XMLParser

from rules_cli.errors import SourceError

MAX_UNPACKED = 200_000_000
_MAX_RATIO = 200  # times smaller than its content; a document's XML shrinks to a tenth or twentieth
_SMALL = 10_000_000  # bytes: no bomb, however tightly it is packed
_MAX_DEPTH = 200
_MAX_ELEMENTS = 3_000_000  # twenty times those of the longest rulebook
_MAX_LETTERS = 20_000_000  # in one element: a table may hold a whole rulebook, but not twenty
_CHUNK = 1 << 18


class ZippedXml:
    """The XML parts of the zip file in some bytes; `name` is for errors. Raises SourceError where it is none."""

    def __init__(self, data: bytes, name: str) -> None:
        self.name = name
        self._left = MAX_UNPACKED
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
            raise self._broken(error) from None
        if twice := twice_in(self._zip.namelist()):
            raise SourceError(f"{name}: it holds two parts named {twice!r}; save it again")

    def __contains__(self, member: str) -> bool:
        return member in self._zip.NameToInfo

    def elements(self, member: str, level: int = 1) -> Iterator[Element]:
        """The elements `level` levels below the root of a part, one by one, each forgotten when the next is asked for.

        Tags and attributes are bare, without their namespaces. Nothing where there is no such part. Raises SourceError.
        """
        if member not in self:
            return
        target = _Elements(level)
        parser = XMLParser(target=target)
        try:
            for chunk in self._chunks(member):
                parser.feed(chunk)
                yield from target.taken()
            parser.close()
        except _Refused as why:
            raise SourceError(f"{self.name}: {why}; not read") from None
        except (ParseError, ValueError, LookupError) as error:
            raise self._broken(error) from None
        yield from target.taken()

    def _chunks(self, member: str) -> Iterator[bytes]:
        size, packed = self._zip.NameToInfo[member].file_size, self._zip.NameToInfo[member].compress_size
        if size > _SMALL and size > packed * _MAX_RATIO:
            raise SourceError(
                f"{self.name}: packed {size // max(1, packed)} times tighter than a document is; not read"
            )
        try:
            with self._zip.open(member) as file:
                while chunk := file.read(_CHUNK):
                    self._left -= len(chunk)
                    if self._left < 0:
                        raise SourceError(f"{self.name}: over {MAX_UNPACKED // 1_000_000} MB when unpacked; not read")
                    yield chunk
        except RuntimeError:  # an encrypted member
            raise SourceError(f"{self.name}: locked with a password; save it without one") from None
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError) as error:
            raise self._broken(error) from None

    def _broken(self, error: Exception) -> SourceError:
        return SourceError(f"{self.name}: a broken file ({error}); save it again")


def twice_in(names: Iterable[str]) -> str:
    """The name that two of some files have, of which no two readers show the same; "" where all differ."""
    files = Counter(name for name in names if not name.endswith("/"))
    return next((name for name, times in files.items() if times > 1), "")


class _Refused(Exception):
    """Why a part is not read to its end, in a few words."""


class _Elements:
    """Builds the elements of one level, and holds nothing above them."""

    def __init__(self, level: int) -> None:
        self._level, self._depth, self._count, self._letters = level, 0, 0, 0
        self._builder = TreeBuilder()
        self._done: list[Element] = []

    def doctype(self, *_: object) -> None:
        """Called where a document type is declared."""
        raise _Refused("it declares a document type, which no document of this kind does")

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """Called where an element begins."""
        self._count += 1
        if self._depth >= _MAX_DEPTH or self._count > _MAX_ELEMENTS:
            raise _Refused("nested too deep or too large for a rulebook")
        if self._depth >= self._level:
            self._builder.start(_bare(tag), {_bare(name): value for name, value in attributes.items()})
        self._depth += 1

    def end(self, tag: str) -> None:
        """Called where an element ends."""
        self._depth -= 1
        if self._depth >= self._level:
            element = self._builder.end(_bare(tag))
            if self._depth == self._level:
                self._done.append(element)
                self._letters = 0
                self._builder = TreeBuilder()

    def data(self, text: str) -> None:
        """Called with the characters of an element."""
        if self._depth > self._level:
            self._letters += len(text)
            if self._letters > _MAX_LETTERS:
                raise _Refused("too large for a rulebook")
            self._builder.data(text)

    def close(self) -> None:
        """Called at the end of the part."""

    def taken(self) -> list[Element]:
        """What has been completed since the last call."""
        done, self._done = self._done, []
        return done


@lru_cache(maxsize=4096)
def _bare(name: str) -> str:
    return name.rpartition("}")[2]
