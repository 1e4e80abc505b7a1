#!/usr/bin/env python3
"""Gathers address words from libpostal's dictionaries into Words/address.txt.

usage: gather.py LIBPOSTAL/resources/dictionaries > Words/address.txt

One line per section and language: `section language: word|other form; next word`.
"""
import pathlib
import sys

# What a query does with the words, and libpostal's dictionaries that hold them.
SECTIONS = {
    "unit": ["unit_types_numbered", "building_types", "staircases", "entrances"],
    "level": ["level_types_numbered"],
    "alone": ["level_types_standalone", "level_types_basement", "level_types_sub_basement",
              "level_types_mezzanine", "unit_types_standalone", "unit_directions"],
    "near": ["near"],
    "number": ["number", "house_numbers"],
    "stop": ["stopwords"],
    "street": ["street_types"],
}
# English, German and the other languages of the geocoder's own abbreviation tables.
ABBREVIATED_ALREADY = {"en", "de", "fr", "fi", "sv", "nb", "da", "nl", "it", "pt", "es"}


def words(folder, names):
    for name in names:
        path = folder / f"{name}.txt"
        if path.exists():
            yield from (line.strip() for line in path.read_text().splitlines() if line.strip())


def main():
    print("# Gathered by gather.py from the dictionaries of libpostal (MIT licence).")
    for section, names in SECTIONS.items():
        for folder in sorted(p for p in pathlib.Path(sys.argv[1]).iterdir() if p.is_dir()):
            if section == "street" and folder.name in ABBREVIATED_ALREADY:
                continue
            rows = dict.fromkeys(row.replace(";", " ") for row in words(folder, names))
            if rows:
                print(f"{section} {folder.name}: " + "; ".join(rows))


main()
