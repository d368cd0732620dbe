"""Made-up books whose numbers have words between their parts; `{0}` is a place for a sentence about them."""

CONSTITUTION = """\
Constitution of the Kite League

ARTICLE I
Name

Section 1. The name of this body is the Kite League.

Section 2. Its seat is the Hill.

ARTICLE II
Members

Section 1. A member flies kites. {0}

Section 2. A member who leaves tells the clerk.
(a) The clerk writes it down.
(b) The clerk answers.

Section 3. Members vote.

ARTICLE III
Meetings

Section 1. A meeting is held each month.

Section 2. Ten members are a quorum.

ARTICLE IV
Dues

Section 1. Each member pays dues.

Section 2. Children pay nothing.
"""
TERMS = """\
Bedingungen der Drachenbörse

§ 1 Geltung

(1) Diese Bedingungen gelten für alle Käufe von Drachen.

(2) Andere Bedingungen gelten nicht. {0}

§ 2 Vertrag

(1) Der Vertrag wird mit der Bestätigung geschlossen.

(2) Die Bestätigung kommt mit der Post.

(3) Eine Antwort ist nicht nötig.

§ 3 Preise

(1) Alle Preise sind Endpreise.

(2) Für Schnüre gilt das auch.
"""
