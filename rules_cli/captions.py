"""The captions of answer pages, in English and Portuguese: all words on a page that no book says.

Errors, help and the keys of JSON are English and not here. `{0}`, `{1}` and so on are filled in.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar

CAPTIONS: Mapping[str, Mapping[str, str]] = {
    "en": {
        # where words come from
        "undated": "undated edition",
        "edition": "edition {0}",
        "official": "official text",
        "copy": "your copy",
        "plain": "restated, not the official wording",
        "restated": "restated: ",
        "caution": "caution: {0}",
        "conflict": "conflict: {0}",
        # around a rule
        "previous": "previous {0}",
        "next": "next {0}",
        "again": "also printed as ",
        "odd": "in the source: ",
        "example": "example: ",
        "note": "note: ",
        "refers to": "refers to ",
        "refers to also": "refers to also ",
        "not here": "not in this book as installed",
        "other document": "in another document, which is not installed",
        "referred to by": "referred to by ",
        "referred to by also": "referred to by also ",
        "no references": "refers to no rule, and none refers to it",
        # results of a search
        "corrected": "Showing results for “{0}”; you typed “{1}”",
        "partial": "With only some of the words:",
        "no term": "no book here defines {0!r}. Search results:",
        "no term in book": "{1} does not define {0!r}. Search results:",
        # terms and explanations
        "Refers to": "Refers to",
        "Referred to by": "Referred to by ",
        "Terms": "Terms it uses",
        "keyword": "a {0} keyword",
        "keyword listed": "a {0} keyword, listed in {1}",
        "typo": "showing {0} (you typed “{1}”)",
        "of players": "showing {0}: “{1}” is what players say for it",
        "more": "more: ",
        "whole": "whole: ",
        # infractions
        "penalty": "penalty: ",
        "or": "or: ",
        # misprints and several readings
        "printed under": "is printed under",
        "printed again": "is printed again",
        "never printed": "is never printed",
        "gap": "not printed before",
        "repeated": "{0} is printed {1} times: all are shown",
        "ambiguous": "{0} may be {1}",
        "either": " or ",
        "both": " and ",
        "to": " to ",
        "choose a book": "; to choose a book for good: rules config book {0}",
        # names
        "Yes": "Yes: ",
        "No": "No: ",
        "whole name": "that is the whole name.",
        "contains": "the name contains these words, whole and in order.",
        "does not contain": "the name does not contain these words, whole and in order.",
        "same name": "the same name",
        "distinct cards": ", but distinct cards",
        "different names": "different names.",
        "names of one card": "two names of one card.",
        "unless interchangeable": "different names, unless they are interchangeable, which no list here can tell.",
        "same moniker": "two names with one moniker, {0}.",
        "only a part": "{0} is only a part of {1}.",
        "Moniker": "Moniker: ",
        "No moniker": "No moniker",
        "moniker": "moniker {0}",
        "no moniker": "no moniker",
        "derived": ", from the form of the name",
        "derived by": " (from the form of the name; {0})",
        "or read as": "or, if read in another way: {0}",
        "Cannot tell": "Cannot tell",
        "personal name": " whether this is {1}; if not, it has no moniker ({0}).",
        "maybe personal": "cannot tell whether this is {1}; {0}",
        "a person": "a personal name",
        "a champion": "a champion",
        "Unclear": "Cannot tell: ",
        "only signs": "the words differ only in accents, apostrophes, hyphens or blanks. Type both names as printed,"
        " or import a card list: rules name import FILE -b {0}",
        "by layout": "it depends on the layout of the card, which is in no list here; add --layout.",
        "asks and has": "{0} asks for the moniker {1}, and {2} has it.",
        "asks": "{0} asks for the moniker {1}.",
        "typed without signs": "{0} is {1}: the same card, typed without its accents, apostrophes or hyphens",
        "settle personal": "Import a card list with `rules name import`, or repeat with --personal.",
        "if personal": "if it is: {0}",
        "list": "it reads as a list",
        "near": "Close, but not the same: {0} ({1}).",
        "accents": "accents",
        "spacing": "spacing",
        "plural": "plural",
        "typo of a name": "typo",
        "Did you mean": "Did you mean {0}?",
        "our words": " (our words; {0} is not installed)",
        "ignored": "ignored: {0}",
        "apostrophe style": "apostrophe style",
        "quote style": "quote style",
        "dash style": "dash style",
        "normal form": "normal form",
        "invisible marks": "invisible marks",
        "trade signs": "trade signs",
        "blanks": "blanks",
        "case": "case",
        "comma": "comma",
        "edge sign": "edge sign",
        "pitch": "pitch {0}",
        "no such name": "Nothing found",
        "known names": "; names known of {1}: {0}",
        "add names": "To add names: ",
        "no rule": "No rule is known here that decides this; the words alone are compared.",
        # costs
        "payable": "payable",
        "not payable": "not payable",
        "unknown": "",
        "also": "also {0} {1}",
        "read as": "read as: {0}",
        "not in library": "rules that are not in your library, in our words:",
        "step start": "start",
        "step free": "free",
        "step alternative": "alternative",
        "step set": "set",
        "step increase": "increase",
        "step reduce": "reduce",
        "step remove": "remove",
        "step minimum": "minimum",
        "step floor": "floor",
        "not announced": "{0} is not announced: {1} is the most that can be paid; --{2} 1 announces 1",
        "printed sum": "{0}: printed cost {1}; for a cost of {2} and an increase type {3}",
        "raised": "{0}: a cost of {2} and an increase, {3}; for one printed cost type {1}",
        "base cost": "base cost",
        "no number": "a missing number counts as 0",
        "for an effect": "paid as an effect resolves",
        "not for effects": "applies to plays, not to this payment",
        "set": "an effect sets the cost",
        "not reduced": "can't be reduced",
        "free": "played without paying its cost",
        "floor": "never below 0",
        "of": "{0} of {1}",
        "points paid": "{0} resource points, {1} left",
        "points missing": "{0} of {1} resource points; no player can lend any unless a card or a format says so",
        "called off": "the action is canceled, and the resources spent on it come back",
        "no target": "an activated ability without a valid target is not put on the pile; resources paid come back",
        "target lost": "a target lost later gives nothing back",
        "seen cost": "its cost is still {0} for effects that ask for it",
        "kind needed": "{0}: {1} needed, {2} there",
        "hand needed": "{0}: {1} in hand needed, {2} there",
        "discard": "discard",
        "sacrifice": "sacrifice",
        "from hand": "{0}: these cards come from --hand, and --own does not count for them",
        # the interactive look-up
        "too small": "too small: {0} columns and {1} rows are needed",
        "? keys": "? keys",
        "F1 keys": "F1 keys",
        "opening": "opening the books…",
        "official words": "official",
        "our words of it": "restated",
        "index": "building the search index (only this once); numbers are answered at once",
        "one rule": "{0} rule",
        "rules": "{0} rules",
        "Which book?": "Which book?",
        "in a list of books": "Enter chooses · Esc back",
        "no such book": "no book here has these letters; Backspace deletes a letter",
        "next question": "chosen: {0}; Esc to ask",
        "reference": "reference {0}… Enter follows",
        "Enter follows": "Enter follows",
        "Enter whole branch": "Enter whole branch",
        "whole branch": "Whole branch",
        "explained": "Explained: its references and terms are below",
        "y copy": "y copy",
        "Backspace back": "Backspace back",
        "Keys": "Keys",
        "any key goes back": "any key goes back",
        "arrows scroll": "↑ ↓ scroll · Esc back",
        "↓ more": "↓ more",
        "no reference": "no reference {0}",
        "no references here": "this rule has no references",
        "copied": "copied: {0}",
        "not on page": "not on this page: {0}",
        "/ finds": "/ finds a word",
        "from the other end": "from the other end: ",
        "top of the book": "this is the top of the book",
        "first rule": "this is the first rule",
        "last rule": "this is the last rule",
        "no rule of number": "no rule {0}",
        "closest": "{0}; these are the closest",
        "nothing found": "nothing found for {0}; Backspace deletes a letter",
        "all books": "all books",
        "type": "type a number or words",
        "newest of each": "the newest edition of each of {0}",
        "all keys": """\
At the prompt
letters      search, or a number
Up Down      choose
Enter        open
Backspace    delete, then go back
Ctrl-B       choose the book
Esc          clear, then leave

While reading
1 2 3        follow a reference
Left Right   choose a reference
Enter        follow it; without one, the branch
Backspace    back to the last page
[ ] or < >   previous, next rule
u            the rule above
Up Down      scroll; Space, Home, End, too
/ n N        find, next, previous
e            explain in place
y Y          copy a citation, as markdown
b            choose the book
Esc          to the prompt
q, Ctrl-C    leave""",
    },
    "pt": {
        "undated": "edição sem data",
        "edition": "edição {0}",
        "official": "texto oficial",
        "copy": "sua cópia",
        "plain": "reescrito, não é o texto oficial",
        "restated": "reescrito: ",
        "caution": "atenção: {0}",
        "conflict": "conflito: {0}",
        "previous": "anterior {0}",
        "next": "próxima {0}",
        "again": "número repetido em ",
        "odd": "no livro: ",
        "example": "exemplo: ",
        "note": "nota: ",
        "refers to": "remete a ",
        "refers to also": "remete também a ",
        "not here": "não está na parte instalada deste livro",
        "other document": "em outro documento, que não está instalado",
        "referred to by": "citada em ",
        "referred to by also": "citada também em ",
        "no references": "não remete a nenhuma regra, e nenhuma remete a ela",
        "corrected": "Resultados para “{0}”; você digitou “{1}”",
        "partial": "Só com algumas das palavras:",
        "no term": "nenhum livro daqui define {0!r}. Resultados da busca:",
        "no term in book": "{1} não define {0!r}. Resultados da busca:",
        "Refers to": "Remete a",
        "Referred to by": "Citada em ",
        "Terms": "Termos usados",
        "keyword": "{0}",
        "keyword listed": "{0}, na lista de {1}",
        "typo": "este é o termo {0} (você digitou “{1}”)",
        "of players": "este é o termo {0}: “{1}” é como os jogadores dizem",
        "more": "mais: ",
        "whole": "completo: ",
        "penalty": "penalidade: ",
        "or": "ou: ",
        "printed under": "está impressa em",
        "printed again": "está impressa de novo",
        "never printed": "não está impressa",
        "gap": "não está impressa antes de",
        "repeated": "{0} está impressa {1} vezes: aqui estão todas",
        "ambiguous": "{0} pode ser {1}",
        "either": " ou ",
        "both": " e ",
        "to": " a ",
        "choose a book": "; para escolher um livro de uma vez: rules config book {0}",
        "Yes": "Sim: ",
        "No": "Não: ",
        "whole name": "é o nome inteiro.",
        "contains": "o nome contém essas palavras, inteiras e em ordem.",
        "does not contain": "o nome não contém essas palavras, inteiras e em ordem.",
        "same name": "o mesmo nome",
        "distinct cards": ", mas cartas distintas",
        "different names": "nomes diferentes.",
        "names of one card": "dois nomes de uma só carta.",
        "unless interchangeable": "nomes diferentes, a não ser que sejam intercambiáveis: nenhuma lista daqui sabe.",
        "same moniker": "dois nomes com o mesmo moniker, {0}.",
        "only a part": "{0} é só uma parte de {1}.",
        "Moniker": "Moniker: ",
        "No moniker": "Sem moniker",
        "moniker": "moniker {0}",
        "no moniker": "sem moniker",
        "derived": ", pela forma do nome",
        "derived by": " (pela forma do nome; {0})",
        "or read as": "ou, se lido de outro modo: {0}",
        "Cannot tell": "Não dá para saber",
        "personal name": " se este é {1}; se não for, não tem moniker ({0}).",
        "maybe personal": "não dá para saber se este é {1}; {0}",
        "a person": "um nome de pessoa",
        "a champion": "um campeão",
        "Unclear": "Não dá para saber: ",
        "only signs": "as palavras só diferem em acentos, apóstrofos, hifens ou espaços. Digite os dois nomes como"
        " estão impressos ou importe uma lista de cartas: rules name import ARQUIVO -b {0}",
        "by layout": "depende do layout da carta, que nenhuma lista daqui conhece; diga --layout.",
        "asks and has": "{0} pede o moniker {1}, e {2} o tem.",
        "asks": "{0} pede o moniker {1}.",
        "typed without signs": "{0} é {1}: a mesma carta, digitada sem os acentos, apóstrofos ou hifens",
        "settle personal": "Importe uma lista de cartas com `rules name import` ou repita com --personal.",
        "if personal": "se for: {0}",
        "list": "parece uma lista",
        "near": "Parecidos, mas não iguais: {0} ({1}).",
        "accents": "acentos",
        "spacing": "espaços",
        "plural": "plural",
        "typo of a name": "erro de digitação",
        "Did you mean": "Seria {0}?",
        "our words": " (palavras nossas; {0} não está instalado)",
        "ignored": "ignorado: {0}",
        "apostrophe style": "tipo de apóstrofo",
        "quote style": "tipo de aspas",
        "dash style": "tipo de traço",
        "normal form": "forma dos caracteres",
        "invisible marks": "sinais invisíveis",
        "trade signs": "sinais de marca",
        "blanks": "espaços",
        "case": "maiúsculas",
        "comma": "vírgula",
        "edge sign": "sinal na ponta",
        "pitch": "pitch {0}",
        "no such name": "Nada encontrado",
        "known names": "; nomes conhecidos de {1}: {0}",
        "add names": "Para adicionar nomes: ",
        "no rule": "Nenhuma regra conhecida aqui decide isso; só as palavras são comparadas.",
        "payable": "dá para pagar",
        "not payable": "não dá para pagar",
        "unknown": "",
        "also": "além disso, {0} {1}",
        "read as": "lido como: {0}",
        "not in library": "regras que não estão na sua biblioteca, em palavras nossas:",
        "step start": "início",
        "step free": "grátis",
        "step alternative": "alternativo",
        "step set": "define",
        "step increase": "aumenta",
        "step reduce": "reduz",
        "step remove": "remove",
        "step minimum": "mínimo",
        "step floor": "limite",
        "not announced": "{0} não foi declarado: {1} é o máximo que dá para pagar; --{2} 1 declara 1",
        "printed sum": "{0}: custo impresso {1}; para um custo de {2} e um aumento, digite {3}",
        "raised": "{0}: um custo de {2} e um aumento, {3}; para um só custo impresso, digite {1}",
        "base cost": "custo base",
        "no number": "sem número conta como 0",
        "for an effect": "pago na resolução de um efeito",
        "not for effects": "vale para jogar cartas, não para este pagamento",
        "set": "um efeito define o custo",
        "not reduced": "não pode ser reduzido",
        "free": "jogada sem pagar o custo",
        "floor": "nunca abaixo de 0",
        "of": "{0} de {1}",
        "points paid": "{0} pontos de recurso; restantes: {1}",
        "points missing": "{0} de {1} pontos de recurso; ninguém empresta, a menos que uma carta ou formato diga isso",
        "called off": "a ação é cancelada, e os recursos gastos nela voltam",
        "no target": "uma habilidade ativada sem alvo válido não entra na pilha; os recursos pagos voltam",
        "target lost": "um alvo perdido depois não devolve nada",
        "seen cost": "para efeitos que perguntam pelo custo, ele ainda é {0}",
        "kind needed": "{0}: exige {1}, há {2}",
        "hand needed": "{0}: exige {1} na mão, há {2}",
        "discard": "descarte",
        "sacrifice": "sacrifício",
        "from hand": "{0}: estas cartas vêm de --hand, e --own não conta para elas",
        "too small": "pequeno demais: são necessárias {0} colunas e {1} linhas",
        "? keys": "? teclas",
        "F1 keys": "F1 teclas",
        "opening": "abrindo os livros…",
        "official words": "oficial",
        "our words of it": "reescrito",
        "index": "criando o índice da busca (só desta vez); números já têm resposta",
        "one rule": "{0} regra",
        "rules": "{0} regras",
        "Which book?": "Qual livro?",
        "in a list of books": "Enter escolhe · Esc volta",
        "no such book": "nenhum livro daqui tem essas letras; Backspace apaga uma letra",
        "next question": "escolhido: {0}; Esc para perguntar",
        "reference": "referência {0}… Enter segue",
        "Enter follows": "Enter segue",
        "Enter whole branch": "Enter ramo inteiro",
        "whole branch": "Ramo inteiro",
        "explained": "Explicada: as referências e os termos estão abaixo",
        "y copy": "y copia",
        "Backspace back": "Backspace volta",
        "Keys": "Teclas",
        "any key goes back": "qualquer tecla volta",
        "arrows scroll": "↑ ↓ rolam · Esc volta",
        "↓ more": "↓ mais",
        "no reference": "não há referência {0}",
        "no references here": "esta regra não tem referências",
        "copied": "copiado: {0}",
        "not on page": "não está nesta página: {0}",
        "/ finds": "/ acha uma palavra",
        "from the other end": "a partir da outra ponta: ",
        "top of the book": "este é o topo do livro",
        "first rule": "esta é a primeira regra",
        "last rule": "esta é a última regra",
        "no rule of number": "não há regra {0}",
        "closest": "{0}; estas são as mais próximas",
        "nothing found": "nada encontrado para {0}; Backspace amplia",
        "all books": "todos os livros",
        "type": "digite um número ou palavras",
        "newest of each": "a edição mais nova de cada um de {0}",
        "all keys": """\
Na busca
letras       buscam, ou um número
Up Down      escolhem
Enter        abre
Backspace    apaga, depois volta
Ctrl-B       escolhe o livro
Esc          limpa, depois sai

Na leitura
1 2 3        segue uma referência
Left Right   escolhem uma referência
Enter        segue a escolhida; sem ela, o ramo
Backspace    volta ao que era
[ ] ou < >   regra anterior, próxima
u            a regra acima
Up Down      rolam; Space, Home, End também
/ n N        acha, próxima, anterior
e            explica aqui mesmo
y Y          copia a citação; Y em markdown
b            escolhe o livro
Esc          volta à busca
q, Ctrl-C    sai""",
    },
}

_language: ContextVar[str] = ContextVar("language", default="en")


def choose(language: str) -> None:
    """Choose the language of the captions from now on; a language without captions has the English ones."""
    _language.set(language if language in CAPTIONS else "en")


def language() -> str:
    """Return the chosen language, `en` or `pt`."""
    return _language.get()


def say(key: str, *words: object) -> str:
    """Return a caption in the chosen language, with `words` in the places of `{0}`, `{1}` and so on."""
    return CAPTIONS[_language.get()][key].format(*words)


def say_word(word: str) -> str:
    """Return a word in the chosen language if it is a caption, else the word itself."""
    return say(word) if word in CAPTIONS["en"] else word


MISPRINTS = ("printed under", "printed again", "never printed", "gap")


def say_phrase(sentence: str) -> str:
    """Return an English sentence about a misprint in the chosen language; it is a phrase between numbers."""
    for key in MISPRINTS:
        sentence = sentence.replace(CAPTIONS["en"][key], say(key))
    return sentence
