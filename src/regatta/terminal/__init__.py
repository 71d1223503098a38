"""The program ``regatta``: one small file per command, loaded only when that command is asked for."""
