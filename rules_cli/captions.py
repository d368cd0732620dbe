"""The captions of answer pages, in English and Portuguese: all words on a page that no book says.

Errors, help and the keys of JSON are English and not here. `{0}`, `{1}` and so on are filled in.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar
from typing import NamedTuple

_TABLE: Mapping[str, tuple[str, str]] = {
    # where words come from
    "undated": ("undated edition", "edição sem data"),
    "no date": ("undated", "sem\xa0data"),
    "edition": ("edition {0}", "edição {0}"),
    "official": ("official text", "texto oficial"),
    "copy": ("your copy", "sua cópia"),
    "plain": ("restated, not the official wording", "reescrito, não é o texto oficial"),
    "restated": ("restated: ", "reescrito: "),
    "caution": ("caution: {0}", "atenção: {0}"),
    "in your language": (
        "the official text is not in English; with our restatement in English: --plain",
        "o texto oficial não está em português; com a nossa versão em português: --plain",
    ),
    "outdated": (
        "this edition is of {0}, over two years ago; look for a newer one: rules fetch {1}",
        "esta edição é de {0}, há mais de dois anos; procure uma mais nova: rules fetch {1}",
    ),
    "conflict": ("conflict: {0}", "conflito: {0}"),
    # around a rule
    "previous": ("previous {0}", "anterior {0}"),
    "next": ("next {0}", "próxima {0}"),
    "again": ("also printed as ", "número repetido em "),
    "odd": ("in the source: ", "no livro: "),
    "example": ("example: ", "exemplo: "),
    "note": ("note: ", "nota: "),
    "refers to": ("refers to ", "remete a "),
    "refers to also": ("refers to also ", "remete também a "),
    "not here": ("not in this book as installed", "não está na parte instalada deste livro"),
    "other document": ("in another document, which is not installed", "em outro documento, que não está instalado"),
    "referred to by": ("referred to by ", "citada em "),
    "referred to by also": ("referred to by also ", "citada também em "),
    "no references": ("refers to no rule, and none refers to it", "não remete a nenhuma regra, e nenhuma remete a ela"),
    # results of a search
    "corrected": ("Showing results for “{0}”; you typed “{1}”", "Resultados para “{0}”; você digitou “{1}”"),
    "partial": ("With only some of the words:", "Só com algumas das palavras:"),
    "no term": ("no book here defines {0!r}. Search results:", "nenhum livro daqui define {0!r}. Resultados da busca:"),
    "no term in book": ("{1} does not define {0!r}. Search results:", "{1} não define {0!r}. Resultados da busca:"),
    # why a search finds a rule
    "weighs": ("{0} ({1} of the question): ", "{0} ({1} da pergunta): "),
    "why missing": ("missing", "falta"),
    "why typed": ("as typed", "como digitada"),
    "why corrected": ("corrected to {2}", "corrigida para {2}"),
    "why form": ("as its form {2}", "na forma {2}"),
    "why other": ("by another word, {2}", "por outra palavra, {2}"),
    "why above": (" in a title above", " em um título acima"),
    "why aside": (" in an example or note", " em um exemplo ou uma nota"),
    "why number": ("the number asked for", "o número pedido"),
    "tier number": ("number", "número"),
    "tier term": ("term", "termo"),
    "tier corrected term": ("corrected term", "termo corrigido"),
    "tier phrase": ("phrase", "expressão"),
    "tier all words": ("all words", "todas as palavras"),
    "tier corrected words": ("corrected words", "palavras corrigidas"),
    "tier some words": ("some words", "algumas das palavras"),
    "feature first": ("all its words, and what it means {0}", "todas as palavras, e o que significa {0}"),
    "feature typed": (
        "words as typed, or with the spelling corrected {0}",
        "palavras como digitadas, ou com a grafia corrigida {0}",
    ),
    "feature unknown": (
        "other words for words that are not in the book {0}",
        "outras palavras para as que não estão no livro {0}",
    ),
    "feature missing": ("nothing for a word that tells much {0}", "nada para uma palavra que diz muito {0}"),
    "feature run": ("words side by side, in this order {0}", "palavras lado a lado, nesta ordem {0}"),
    "feature aside": ("words in an example or a note {0}", "palavras em um exemplo ou uma nota {0}"),
    "feature topic": ("words in the nearest title {0}", "palavras no título mais próximo {0}"),
    "feature dense": ("often, or in a short text {0}", "muitas vezes, ou em um texto curto {0}"),
    "feature phrase": ("the words as one phrase {0}", "as palavras como uma só expressão {0}"),
    "feature cosine": ("means something like it {0}", "significa algo parecido {0}"),
    "feature question": ("asked like this: “{1}” {0}", "perguntada assim: “{1}” {0}"),
    "feature parent": ("the rule above it may answer, too {0}", "a regra acima também pode responder {0}"),
    "feature sibling": ("a rule beside it may answer, too {0}", "uma regra ao lado também pode responder {0}"),
    "feature below": ("the rule above it defines a term {0}", "a regra acima define um termo {0}"),
    "feature defines": ("defines a term in it {0}", "define um termo da pergunta {0}"),
    "feature asked": ("its term is the whole question {0}", "o termo é a pergunta inteira {0}"),
    "feature slang": ("players call it so {0}", "os jogadores dizem assim {0}"),
    "feature interaction": ("decides about both terms {0}", "decide sobre os dois termos {0}"),
    "feature cited": ("other answers cite it {0}", "outras respostas citam esta regra {0}"),
    "feature shape": ("answers questions of this kind {0}", "responde a perguntas deste tipo {0}"),
    "feature entry": ("only a glossary entry {0}", "só um verbete do glossário {0}"),
    "feature keyword": ("about another keyword {0}", "sobre outra palavra-chave {0}"),
    "feature variant": ("about a variant of the game {0}", "sobre uma variante do jogo {0}"),
    "feature quoted": ("the words in quotes {0}", "as palavras entre aspas {0}"),
    # terms and explanations
    "Refers to": ("Refers to", "Remete a"),
    "Referred to by": ("Referred to by ", "Citada em "),
    "Terms": ("Terms it uses", "Termos usados"),
    "keyword": ("a {0} keyword", "{0}"),
    "keyword listed": ("a {0} keyword, listed in {1}", "{0}, na lista de {1}"),
    "typo": ("showing {0} (you typed “{1}”)", "este é o termo {0} (você digitou “{1}”)"),
    "of players": (
        "showing {0}: “{1}” is what players say for it",
        "este é o termo {0}: “{1}” é como os jogadores dizem",
    ),
    "more": ("more: ", "mais: "),
    "whole": ("whole: ", "completo: "),
    # infractions
    "unclear which": ("not clear which: ", "não está claro qual: "),
    "penalty": ("penalty: ", "penalidade: "),
    "upgrade": ("upgrade", "agravante"),
    "downgrade": ("downgrade", "atenuante"),
    "philosophy": ("philosophy", "filosofia"),
    "additional remedy": ("additional remedy", "medida adicional"),
    "procedure and penalty": ("procedure and penalty", "procedimento e penalidade"),
    "or": ("or: ", "ou: "),
    # misprints and several readings
    "printed under": ("is printed under", "está impressa em"),
    "printed again": ("is printed again", "está impressa de novo"),
    "never printed": ("is never printed", "não está impressa"),
    "gap": ("not printed before", "não está impressa antes de"),
    "repeated": ("{0} is printed {1} times: all are shown", "{0} está impressa {1} vezes: aqui estão todas"),
    "ambiguous": ("{0} may be {1}", "{0} pode ser {1}"),
    "either": (" or ", " ou "),
    "both": (" and ", " e "),
    "to": (" to ", " a "),
    "choose a book": (
        "; to choose a book for good: rules config book {0}",
        "; para escolher um livro de uma vez: rules config book {0}",
    ),
    "any of": ("{0} may be any of {1} rules", "{0} pode ser qualquer uma de {1} regras"),
    # names
    "Yes": ("Yes: ", "Sim: "),
    "No": ("No: ", "Não: "),
    "whole name": ("that is the whole name.", "é o nome inteiro."),
    "contains": (
        "the name contains these words, whole and in order.",
        "o nome contém essas palavras, inteiras e em ordem.",
    ),
    "does not contain": (
        "the name does not contain these words, whole and in order.",
        "o nome não contém essas palavras, inteiras e em ordem.",
    ),
    "same name": ("the same name", "o mesmo nome"),
    "distinct cards": (", but distinct cards", ", mas cartas distintas"),
    "different names": ("different names.", "nomes diferentes."),
    "names of one card": ("two names of one card.", "dois nomes de uma só carta."),
    "unless interchangeable": (
        "different names, unless they are interchangeable, which no list here can tell.",
        "nomes diferentes, a não ser que sejam intercambiáveis: nenhuma lista daqui sabe.",
    ),
    "same moniker": ("two names with one moniker, {0}.", "dois nomes com o mesmo moniker, {0}."),
    "only a part": ("{0} is only a part of {1}.", "{0} é só uma parte de {1}."),
    "Moniker": ("Moniker: ", "Moniker: "),
    "No moniker": ("No moniker", "Sem moniker"),
    "moniker": ("moniker {0}", "moniker {0}"),
    "no moniker": ("no moniker", "sem moniker"),
    "derived": (", from the form of the name", ", pela forma do nome"),
    "derived by": (" (from the form of the name; {0})", " (pela forma do nome; {0})"),
    "or read as": ("or, if read in another way: {0}", "ou, se lido de outro modo: {0}"),
    "Cannot tell": ("Cannot tell", "Não dá para saber"),
    "personal name": (
        " whether this is {1}; if not, it has no moniker ({0}).",
        " se este é {1}; se não for, não tem moniker ({0}).",
    ),
    "maybe personal": ("cannot tell whether this is {1}; {0}", "não dá para saber se este é {1}; {0}"),
    "a person": ("a personal name", "um nome de pessoa"),
    "a champion": ("a champion", "um campeão"),
    "Unclear": ("Cannot tell: ", "Não dá para saber: "),
    "only signs": (
        "the words differ only in accents, apostrophes, hyphens or blanks. Type both names as printed,"
        " or import a card list: rules name import FILE -b {0}",
        "as palavras só diferem em acentos, apóstrofos, hifens ou espaços. Digite os dois nomes como"
        " estão impressos ou importe uma lista de cartas: rules name import ARQUIVO -b {0}",
    ),
    "by layout": (
        "it depends on the layout of the card, which is in no list here; add --layout.",
        "depende do layout da carta, que nenhuma lista daqui conhece; diga --layout.",
    ),
    "asks and has": ("{0} asks for the moniker {1}, and {2} has it.", "{0} pede o moniker {1}, e {2} o tem."),
    "asks": ("{0} asks for the moniker {1}.", "{0} pede o moniker {1}."),
    "typed without signs": (
        "{0} is {1}: the same card, typed without its accents, apostrophes or hyphens",
        "{0} é {1}: a mesma carta, digitada sem os acentos, apóstrofos ou hifens",
    ),
    "settle personal": (
        "Import a card list with `rules name import`, or repeat with --personal.",
        "Importe uma lista de cartas com `rules name import` ou repita com --personal.",
    ),
    "if personal": ("if it is: {0}", "se for: {0}"),
    "list": ("it reads as a list", "parece uma lista"),
    "near": ("Close, but not the same: {0} ({1}).", "Parecidos, mas não iguais: {0} ({1})."),
    "accents": ("accents", "acentos"),
    "spacing": ("spacing", "espaços"),
    "plural": ("plural", "plural"),
    "typo of a name": ("typo", "erro de digitação"),
    "Did you mean": ("Did you mean {0}?", "Seria {0}?"),
    "our words": (" (our words; {0} is not installed)", " (palavras nossas; {0} não está instalado)"),
    "ignored": ("ignored: {0}", "ignorado: {0}"),
    "apostrophe style": ("apostrophe style", "tipo de apóstrofo"),
    "quote style": ("quote style", "tipo de aspas"),
    "dash style": ("dash style", "tipo de traço"),
    "normal form": ("normal form", "forma dos caracteres"),
    "invisible marks": ("invisible marks", "sinais invisíveis"),
    "trade signs": ("trade signs", "sinais de marca"),
    "blanks": ("blanks", "espaços"),
    "case": ("case", "maiúsculas"),
    "comma": ("comma", "vírgula"),
    "edge sign": ("edge sign", "sinal na ponta"),
    "pitch": ("pitch {0}", "pitch {0}"),
    "no such name": ("Nothing found", "Nada encontrado"),
    "known names": ("; names known of {1}: {0}", "; nomes conhecidos de {1}: {0}"),
    "add names": ("To add names: ", "Para adicionar nomes: "),
    "no rule": (
        "No rule is known here that decides this; the words alone are compared.",
        "Nenhuma regra conhecida aqui decide isso; só as palavras são comparadas.",
    ),
    # costs
    "payable": ("payable", "dá para pagar"),
    "not payable": ("not payable", "não dá para pagar"),
    "unknown": ("", ""),
    "also": ("also {0} {1}", "além disso, {0} {1}"),
    "read as": ("read as: {0}", "lido como: {0}"),
    "not in library": (
        "rules that are not in your library, in our words:",
        "regras que não estão na sua biblioteca, em palavras nossas:",
    ),
    "step start": ("start", "início"),
    "step free": ("free", "grátis"),
    "step alternative": ("alternative", "alternativo"),
    "step set": ("set", "define"),
    "step increase": ("increase", "aumenta"),
    "step reduce": ("reduce", "reduz"),
    "step remove": ("remove", "remove"),
    "step minimum": ("minimum", "mínimo"),
    "step floor": ("floor", "limite"),
    "not announced": (
        "{0} is not announced: {1} is the most that can be paid; --{2} 1 announces 1",
        "{0} não foi declarado: {1} é o máximo que dá para pagar; --{2} 1 declara 1",
    ),
    "printed sum": (
        "{0}: printed cost {1}; for a cost of {2} and an increase type {3}",
        "{0}: custo impresso {1}; para um custo de {2} e um aumento, digite {3}",
    ),
    "raised": (
        "{0}: a cost of {2} and an increase, {3}; for one printed cost type {1}",
        "{0}: um custo de {2} e um aumento, {3}; para um só custo impresso, digite {1}",
    ),
    "base cost": ("base cost", "custo base"),
    "no number": ("a missing number counts as 0", "sem número conta como 0"),
    "for an effect": ("paid as an effect resolves", "pago na resolução de um efeito"),
    "not for effects": ("applies to plays, not to this payment", "vale para jogar cartas, não para este pagamento"),
    "set": ("an effect sets the cost", "um efeito define o custo"),
    "not reduced": ("can't be reduced", "não pode ser reduzido"),
    "free": ("played without paying its cost", "jogada sem pagar o custo"),
    "floor": ("never below 0", "nunca abaixo de 0"),
    "of": ("{0} of {1}", "{0} de {1}"),
    "points paid": ("{0} resource points, {1} left", "{0} pontos de recurso; restantes: {1}"),
    "points missing": (
        "resource points: {1} needed, {0} there; no player can lend any unless a card or a format says so",
        "pontos de recurso: precisa de {1}, tem {0}; ninguém empresta, a menos que uma carta ou formato diga isso",
    ),
    "called off": (
        "the action is canceled, and the resources spent on it come back",
        "a ação é cancelada, e os recursos gastos nela voltam",
    ),
    "no target": (
        "an activated ability without a valid target is not put on the pile; resources paid come back",
        "uma habilidade ativada sem alvo válido não entra na pilha; os recursos pagos voltam",
    ),
    "target lost": ("a target lost later gives nothing back", "um alvo perdido depois não devolve nada"),
    "seen cost": (
        "its cost is still {0} for effects that ask for it",
        "para efeitos que perguntam pelo custo, ele ainda é {0}",
    ),
    "kind needed": ("{0}: {1} needed, {2} there", "{0}: exige {1}, há {2}"),
    "hand needed": ("{0}: {1} in hand needed, {2} there", "{0}: exige {1} na mão, há {2}"),
    "discard": ("discard", "descarte"),
    "sacrifice": ("sacrifice", "sacrifício"),
    "from hand": (
        "{0}: these cards come from --hand, and --own does not count for them",
        "{0}: estas cartas vêm de --hand, e --own não conta para elas",
    ),
    # editions compared
    "fingerprints only": (
        "one of the two is restated, not the official wording: compared by number and fingerprint only, without words",
        "uma das duas está reescrita, não é o texto oficial: só números e impressões digitais são comparados, "
        "sem palavras",
    ),
    "shipped": ("{0} (shipped)", "{0} (incluída)"),
    "no differences": ("no differences", "nenhuma diferença"),
    "names another": ("{0} now names another rule", "{0} agora é de outra regra"),
    "name another": ("{0} now name another rule", "{0} agora são de outra regra"),
    "is gone": ("{0} is gone", "{0} não existe mais"),
    "are gone": ("{0} are gone", "{0} não existem mais"),
    "of the older numbers": ("of the older numbers, {0}", "dos números mais velhos, {0}"),
    "other rule": ("{0} other rule", "{0} outra regra"),
    "other rules": ("{0} other rules", "{0} outras regras"),
    "retyped": (
        "in {0} only quotation marks, dashes and the like differ",
        "em {0} só diferem aspas, travessões e sinais parecidos",
    ),
    "rules renumbered": ("{0} rules renumbered", "{0} regras renumeradas"),
    "link to": ("link to ", "link para "),
    "added": ("added", "nova(s)"),
    "removed": ("removed", "retirada(s)"),
    "split": ("split", "dividida(s)"),
    "merged": ("merged", "unida(s)"),
    "moved": ("moved", "movida(s)"),
    "renumbered": ("renumbered", "renumerada(s)"),
    "changed": ("changed", "alterada(s)"),
    "examples": ("examples", "exemplos"),
    "notes": ("notes", "notas"),
    "references": ("references", "referências"),
    "perhaps": ("perhaps", "talvez"),
    "unchanged": ("unchanged", "sem mudança"),
    "unchanged in": ("unchanged in {0} editions", "sem mudança em {0} edições"),
    "traced": ("in {0}, traced", "da {0}, por todas as edições"),
    "editions from": ("{0} editions from {1} to {2}", "{0} edições, de {1} a {2}"),
    "number of another": ("{0} is another rule's number in {1}", "{0} é o número de outra regra em {1}"),
    "first in": ("first in {0}, not in {1}", "aparece em {0}, não está em {1}"),
    "already in": ("already in {0}, the oldest here", "já está em {0}, a mais velha daqui"),
    "not in": ("not in {0}", "não está em {0}"),
    "gone in": ("gone in {0}, last in {1}", "sai em {0}, a última é {1}"),
    "still in": ("still in {0}, the newest here", "continua em {0}, a mais nova daqui"),
    # citations checked
    "verdict fine": ("fine", "certa"),
    "verdict not there": ("not there", "não existe"),
    "verdict moved": ("moved", "movida"),
    "verdict changed": ("changed", "alterada"),
    "verdict misquoted": ("misquoted", "citada mal"),
    "verdict suspect": ("suspect", "suspeita"),
    "verdict unclear": ("unclear", "incerta"),
    "no citation": ("no citation found", "nenhuma citação encontrada"),
    "no citation in": ("no citation found in {0}", "nenhuma citação encontrada em {0}"),
    "one citation": ("{0} citation in {1}: {2}", "{0} citação em {1} – {2}"),
    "citations": ("{0} citations in {1}: {2}", "{0} citações em {1} – {2}"),
    "count": ("{0} {1}", "{1}: {0}"),
    "files": ("{0} files", "{0} arquivos"),
    "looks like": (
        "{0}: these numbers look like edition {1}; try: --written {1}",
        "{0}: estes números parecem ser da edição {1}; tente: --written {1}",
    ),
    "one passed over": (
        "1 number in {1} was not taken for a citation: {2}",
        "1 número em {1} não foi tomado por citação: {2}",
    ),
    "passed over": (
        "{0} numbers in {1} were not taken for citations: {2}",
        "{0} números em {1} não foram tomados por citações: {2}",
    ),
    "number in line": ("{0} (line {1})", "{0} (linha {1})"),
    "compared": ("[compared with {0}]", "[comparado com {0}]"),
    "compared and written": ("[compared with {0}; written for {1}]", "[comparado com {0}; escrito para {1}]"),
    "may be": (
        "may be {0}; name the book in the text, or choose it with -b",
        "pode ser {0}; diga o livro no texto, ou escolha um com -b",
    ),
    "in no book": (
        "no installed book has {0}; rules books lists what they cover",
        "nenhum livro instalado tem {0}; rules books mostra o que eles contêm",
    ),
    "no rule in": ("no rule {0} in {1}", "não há regra {0} em {1}"),
    "no rule in edition": ("no rule {0} in edition {1}", "não há regra {0} na edição {1}"),
    "no rule any more": (
        "no rule {0} in edition {1}, removed since edition {2}",
        "não há regra {0} na edição {1}; saiu desde a edição {2}",
    ),
    "no rule then": (
        "no rule {0} in edition {1}, for which the text was written; edition {2} has one",
        "não há regra {0} na edição {1}, para a qual o texto foi escrito; a edição {2} tem uma",
    ),
    "near it": ("closest: {0}", "mais próximas: {0}"),
    "in part": (
        "edition {0} is installed in part, without {1}; import the whole book",
        "a edição {0} está instalada em parte, sem {1}; importe o livro inteiro",
    ),
    "editions named": ("edition {0} may be {1}; name one of them", "a edição {0} pode ser {1}; escolha uma delas"),
    "no edition named": ("no edition {0} of {1}; there are {2}", "não há edição {0} de {1}; há {2}"),
    "no edition then": (
        "whether it moved is not known: no edition of {0} here was in force on {1}; there are {2}",
        "não se sabe se foi movida: nenhuma edição de {0} daqui valia em {1}; há {2}",
    ),
    "perhaps another": (
        "its text is not that of edition {0}; it may be another rule",
        "o texto não é o da edição {0}; pode ser outra regra",
    ),
    "number reused": (
        "removed since edition {0}; edition {1} has another rule of that number",
        "saiu desde a edição {0}; na edição {1} outra regra tem esse número",
    ),
    "several texts": ("several rules have its text: {0}", "várias regras têm o texto: {0}"),
    "text of": ("its text is that of {0}", "o texto é o de {0}"),
    "text changed": ("its text has changed", "o texto mudou"),
    "text changed since": ("its text has changed since edition {0}", "o texto mudou desde a edição {0}"),
    "perhaps still": ("perhaps still {0}", "talvez ainda {0}"),
    "is now": ("now {0}", "agora {0}"),
    "is perhaps now": ("perhaps now {0} (not sure)", "talvez agora {0} (sem certeza)"),
    "split, rest": ("split, the rest is in {0}", "dividida, o resto está em {0}"),
    "merged with": ("merged with {0}, so it now says more", "unida com {0}, por isso agora diz mais"),
    "no words": (
        "no rule of {0} has the words of {1}; was it copied whole?",
        "nenhuma regra de {0} tem as palavras de {1}; foi copiada inteira?",
    ),
    "no words here": (
        "no installed edition has the words of {0}; import edition {1} to see what became of them",
        "nenhuma edição instalada tem as palavras de {0}; importe a edição {1} para achar a regra",
    ),
    "quotes": ("it quotes the text of edition {0}", "cita o texto da edição {0}"),
    "quotes restated": (
        "its quotation cannot be compared: only a restatement is installed",
        "o texto citado não pode ser comparado: só há uma versão reescrita",
    ),
    "quotes otherwise": (
        "its quotation differs: after “{0}” it has “{1}”, the rule “{2}”",
        "o texto citado difere: depois de “{0}” vem “{1}”, na regra “{2}”",
    ),
    "quotes more": (
        "its quotation differs: after “{0}” it has “{1}”, the rule ends",
        "o texto citado difere: depois de “{0}” vem “{1}”, e a regra acaba ali",
    ),
    "quotes others": (
        "its quotation differs: the rule does not say “{0}…”",
        "o texto citado difere: a regra não diz “{0}…”",
    ),
    "quotes in order": (
        "its quotation differs: the rule does not say these words in this order",
        "o texto citado difere: a regra não diz essas palavras nessa ordem",
    ),
    "is rule": ("{0} is {1}", "{0} é {1}"),
    "was rule": ("{0} is {1} in edition {2}", "{0} é {1} na edição {2}"),
    "words of": ("the words after it are those of {0}", "as palavras depois são as de {0}"),
    "words then of": (
        "the words after it are those of {0} in edition {1}",
        "as palavras depois são as de {0} na edição {1}",
    ),
    "nothing to rewrite": ("nothing to rewrite in {0}", "nada a reescrever em {0}"),
    "rewritten": ("{0} rewritten in {1}", "reescritas em {1}: {0}"),
    # the interactive look-up
    "too small": (
        "too small: {0} columns and {1} rows are needed",
        "pequeno demais: são necessárias {0} colunas e {1} linhas",
    ),
    "? keys": ("? keys", "? teclas"),
    "F1 keys": ("F1 keys", "F1 teclas"),
    "opening": ("opening the books…", "abrindo os livros…"),
    "official words": ("official", "oficial"),
    "our words of it": ("restated", "reescrito"),
    "index": (
        "building the search index (only this once); numbers are answered at once",
        "criando o índice da busca (só desta vez); números já têm resposta",
    ),
    "one rule": ("{0} rule", "{0} regra"),
    "rules": ("{0} rules", "{0} regras"),
    "best rules": ("the {0} best rules", "as {0} melhores regras"),
    "Which book?": ("Which book?", "Qual livro?"),
    "in a list of books": ("Enter chooses · Esc back", "Enter escolhe · Esc volta"),
    "no such book": (
        "no book here has these letters; Backspace deletes a letter",
        "nenhum livro daqui tem essas letras; Backspace apaga uma letra",
    ),
    "next question": ("chosen: {0}; Esc to ask", "escolhido: {0}; Esc para perguntar"),
    "reference": ("reference {0}… Enter follows", "referência {0}… Enter segue"),
    "Enter follows": ("Enter follows", "Enter segue"),
    "Enter whole branch": ("Enter whole branch", "Enter ramo inteiro"),
    "whole branch": ("Whole branch", "Ramo inteiro"),
    "explained": (
        "Explained: its references and terms are below",
        "Explicada: as referências e os termos estão abaixo",
    ),
    "y copy": ("y copy", "y copia"),
    "Backspace back": ("Backspace back", "Backspace volta"),
    "Keys": ("Keys", "Teclas"),
    "any key goes back": ("any key goes back", "qualquer tecla volta"),
    "arrows scroll": ("↑ ↓ scroll · Esc back", "↑ ↓ rolam · Esc volta"),
    "↓ more": ("↓ more", "↓ mais"),
    "no reference": ("no reference {0}", "não há referência {0}"),
    "no references here": ("this rule has no references", "esta regra não tem referências"),
    "copied": ("copied: {0}", "copiado: {0}"),
    "not on page": ("not on this page: {0}", "não está nesta página: {0}"),
    "/ finds": ("/ finds a word", "/ acha uma palavra"),
    "from the other end": ("from the other end: ", "a partir da outra ponta: "),
    "top of the book": ("this is the top of the book", "este é o topo do livro"),
    "first rule": ("this is the first rule", "esta é a primeira regra"),
    "last rule": ("this is the last rule", "esta é a última regra"),
    "no rule of number": ("no rule {0}", "não há regra {0}"),
    "closest": ("{0}; these are the closest", "{0}; estas são as mais próximas"),
    "nothing found": (
        "nothing found for {0}; Backspace deletes a letter",
        "nada encontrado para {0}; Backspace apaga uma letra",
    ),
    "all books": ("all books", "todos os livros"),
    "type": ("type a number or words", "digite um número ou palavras"),
    "newest of each": ("the newest edition of each of {0}", "a edição mais nova de cada um de {0}"),
    "all keys": (
        """\
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
        """\
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
    ),
}
"""Each caption by its name, in English and in Portuguese."""
CAPTIONS: Mapping[str, Mapping[str, str]] = {
    language: {key: row[at] for key, row in _TABLE.items()} for at, language in enumerate(("en", "pt"))
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


class Remark(NamedTuple):
    """A caption with the words to fill in; its text is English. Several words in one place are joined by "or"."""

    caption: str
    words: tuple[str | tuple[str, ...], ...] = ()

    def __str__(self) -> str:
        return self._in("en")

    def said(self) -> str:
        """Return the remark in the chosen language."""
        return self._in(_language.get())

    def _in(self, language: str) -> str:
        captions = CAPTIONS[language]
        words = (word if isinstance(word, str) else captions["either"].join(word) for word in self.words)
        return captions[self.caption].format(*words)


def say_word(word: str) -> str:
    """Return a word in the chosen language if it is a caption, else the word itself."""
    return say(word) if word in CAPTIONS["en"] else word


MISPRINTS = ("printed under", "printed again", "never printed", "gap")


def say_phrase(sentence: str) -> str:
    """Return an English sentence about a misprint in the chosen language; it is a phrase between numbers."""
    for key in MISPRINTS:
        sentence = sentence.replace(CAPTIONS["en"][key], say(key))
    return sentence
