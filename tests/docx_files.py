"""Made-up Word documents: the XML that Word would write, in a zip file."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from xml.sax.saxutils import escape

_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_OTHERS = (
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:v="urn:schemas-microsoft-com:vml" '
    'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"'
)
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'


def docx(*blocks: str, **parts: str) -> bytes:
    """The file of some paragraphs and tables; `styles`, `numbering` and `footnotes` are the contents of those parts."""
    members = {"word/document.xml": part("document", f"<w:body>{''.join(blocks)}<w:sectPr/></w:body>")}
    members |= {f"word/{name}.xml": part(name, content) for name, content in parts.items()}
    return zipped({"[Content_Types].xml": f"{HEAD}<Types/>", **members})


def part(root: str, content: str) -> str:
    """A part of a document, whole."""
    return f"{HEAD}<w:{root} {_W} {_OTHERS}>{content}</w:{root}>"


def zipped(members: Mapping[str, str | bytes]) -> bytes:
    """A zip file of some members."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in members.items():
            file.writestr(name, content)
    return packed.getvalue()


def p(*runs: str, about: str = "") -> str:
    """A paragraph: runs of XML, or of words that are put in a run; `about` are its properties."""
    inside = "".join(each if each.startswith("<") else r(each) for each in runs)
    return f"<w:p><w:pPr>{about}</w:pPr>{inside}</w:p>" if about else f"<w:p>{inside}</w:p>"


def r(text: str, about: str = "") -> str:
    """A run of words."""
    return f'<w:r><w:rPr>{about}</w:rPr><w:t xml:space="preserve">{escape(text)}</w:t></w:r>'


def styled(style: str, *runs: str, about: str = "") -> str:
    """A paragraph in a style."""
    return p(*runs, about=f'<w:pStyle w:val="{style}"/>{about}')


def listed(text: str, level: int = 0, num: str = "1") -> str:
    """A paragraph of a list."""
    return p(text, about=f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{num}"/></w:numPr>')


def style(key: str, name: str, about: str = "", based_on: str = "", rest: str = "") -> str:
    """A style for paragraphs."""
    above = f'<w:basedOn w:val="{based_on}"/>' if based_on else ""
    properties = f"<w:pPr>{about}</w:pPr>" if about else ""
    return f'<w:style w:type="paragraph" w:styleId="{key}"><w:name w:val="{name}"/>{above}{properties}{rest}</w:style>'


def kind(key: str, *levels: tuple[str, str]) -> str:
    """A kind of list: the format and text of each of its levels, `("decimal", "%1.%2")`."""
    shown = ""
    for at, (form, text) in enumerate(levels):
        inside = f'<w:start w:val="1"/><w:numFmt w:val="{form}"/><w:lvlText w:val="{text}"/>'
        shown += f'<w:lvl w:ilvl="{at}">{inside}</w:lvl>'
    return f'<w:abstractNum w:abstractNumId="{key}">{shown}</w:abstractNum>'


def num(key: str, of: str, more: str = "") -> str:
    """A list of a kind."""
    return f'<w:num w:numId="{key}"><w:abstractNumId w:val="{of}"/>{more}</w:num>'


def table(*rows: tuple[str, ...]) -> str:
    """A table; a cell is words, or XML of paragraphs."""
    cells = (("".join(f"<w:tc>{c if c.startswith('<') else p(c)}</w:tc>" for c in row)) for row in rows)
    return f"<w:tbl>{''.join(f'<w:tr>{row}</w:tr>' for row in cells)}</w:tbl>"


SPACED = '<w:docDefaults><w:pPrDefault><w:pPr><w:spacing w:after="160"/></w:pPr></w:pPrDefault></w:docDefaults>'
"""The styles of a document with a gap after every paragraph."""
