#!/usr/bin/env python3
"""Gathers public holidays from the Python package `holidays` (MIT licence) into holidays.txt.

usage: pip install holidays && gather-holidays.py > holidays.txt

The countries without a table of their own in this folder. For each a line `# BR`, then lines in the
form of `HolidayTable`: days that follow a rule in all years as that rule, others year by year.
"""
import collections
import datetime
import re

import holidays
from dateutil.easter import easter

COUNTRIES = (
    "AE AR AU BD BG BO BR BY CA CL CN CO CY DO DZ EC EG GE GR HK ID IL IN IR IS JO JP KE KR KW KZ LV "
    "MA MD MK MX MY NG NZ PE PH PK QA RO RS RU SA SG TH TN TR TW UA UY VE VN ZA").split()
YEARS = range(2015, 2036)
# Days that follow no rule are listed for these years only.
LISTED = range(2020, 2036)
MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
DAYS = "Mo Tu We Th Fr Sa Su".split()


def text(day):
    return f"{MONTHS[day.month - 1]} {day.day:02}"


def offset(day):
    return (day - easter(day.year)).days


def rule(days):
    """One rule for the days, one of each year; None if there is none."""
    if len({text(day) for day in days}) == 1:
        return text(days[0])
    if len({offset(day) for day in days}) == 1:
        number = offset(days[0])
        return f"easter {number:+} day{'s' if abs(number) > 1 else ''}" if number else "easter"
    if len({day.weekday() for day in days}) == 1 and len({day.month for day in days}) == 1:
        low, high = min(day.day for day in days), max(day.day for day in days)
        if high - low == 6 and len(days) > 10:
            return f"{text(days[0])[:3]} {low:02}-{high:02} {DAYS[days[0].weekday()]}"
    return None


def runs(days):
    """Splits days into those of one date, then those of one distance from Easter, each year once,
    and the rest."""
    rest = list(days)
    for key in (text, offset):
        same = collections.defaultdict(list)
        for day in rest:
            same[key(day)].append(day)
        for group in same.values():
            years = [day.year for day in group]
            if len(years) > 3 and years == list(range(years[0], years[-1] + 1)):
                yield group
                rest = [day for day in rest if day not in group]
    if rest:
        yield rest


def lines(days):
    """The selectors of a holiday's days."""
    for group in runs(days):
        years = [day.year for day in group]
        whole = years == list(range(years[0], years[-1] + 1))
        found = rule(group) if whole and len(group) > 3 else None
        if not found:
            listed = [f"{day.year} {text(day)}" for day in group if day.year in LISTED]
            if listed:
                yield ",".join(listed)
        elif years[-1] == YEARS[-1]:
            yield found if years[0] == YEARS[0] else f"{years[0]}+ {found}"
        else:
            yield f"{1900 if years[0] == YEARS[0] else years[0]}-{years[-1]} {found}"


def plain(name):
    name = re.sub(r"\s*\((estimated|[^)]*تقدير[^)]*)\)", "", name)
    return " ".join(name.replace("|", "/").split())


def gather(code):
    kind = type(holidays.country_holidays(code))
    language = {"language": "en_US"} if "en_US" in (kind.supported_languages or ()) else {}
    national = dict(holidays.country_holidays(code, years=YEARS, **language))
    # Brazil's have cities among them, too.
    states = [state for state in kind.subdivisions if len(state) <= 3]
    own = {
        state: dict(holidays.country_holidays(code, subdiv=state, years=YEARS, **language))
        for state in states}
    groups = collections.defaultdict(list)
    for day in sorted(set(national).union(*own.values()) if own else national):
        have = [state for state in states if day in own[state]]
        name = plain(national.get(day) or own[have[0]][day])
        everywhere = day in national and len(have) == len(states)
        if day in national and not everywhere:
            have.append("*")
        groups[name, () if everywhere else tuple(have)].append(day)
    print(f"# {code}")
    if states:
        # A place whose state is not known.
        print("= *")
    aliases = collections.defaultdict(list)
    for alias, state in getattr(kind, "subdivisions_aliases", {}).items():
        aliases[state].append(alias.replace("/", " "))
    for state in states:
        print(f"= {state} {'/'.join(aliases[state])}".rstrip())
    for (name, where), days in groups.items():
        for line in lines(days):
            print(f"{line} | {name}" + (f" | {' '.join(where)}" if where else ""))


print("# Gathered by gather-holidays.py from the Python package holidays (MIT licence).")
for code in COUNTRIES:
    gather(code)
