"""Score sheets to print: the lines of the paper pad as data, set by Typst.

``pad`` says what stands on the paper, ``typeset`` makes a PDF of it.
"""

from regatta.words.paper.pad import Pad, pad
from regatta.words.paper.typeset import PAPERS, typeset

__all__ = ["PAPERS", "Pad", "pad", "typeset"]
