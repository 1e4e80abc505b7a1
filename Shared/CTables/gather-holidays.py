#!/usr/bin/env python3
"""Gathers public holidays from the Python package `holidays` (MIT licence) into holidays.txt.

usage: pip install holidays && gather-holidays.py

Rewrites the second part of the file, and keeps the first, which is written by hand. README.md
describes the form; days that follow a rule in all years become that rule, others are listed.
"""
import collections
import contextlib
import datetime
import pathlib
import re

import holidays
from dateutil.easter import EASTER_ORTHODOX, easter

COUNTRIES = (
    "AE AR AU BD BG BO BR BY CA CL CN CO CY DO DZ EC EG GE GR HK ID IL IN IR IS JO JP KE KR KW KZ "
    "LV "
    "MA MD MK MX MY NG NZ PE PH PK QA RO RS RU SA SG TH TN TR TW UA UY VE VN ZA").split()
YEARS = range(2015, 2036)
# Days that follow no rule are listed for these years only.
LISTED = range(2020, 2036)
# Days on which employers decide whether one works.
OPTIONAL = {"AR": ("Maundy Thursday", "Bridge Public Holiday")}
MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
DAYS = "Mo Tu We Th Fr Sa Su".split()


def text(day):
    return f"{MONTHS[day.month - 1]} {day.day:02}"


def offset(day):
    return (day - easter(day.year)).days


def rule(days):
    """One rule for the days, one of each year; or None."""
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


def weekdays(days):
    """Yields a rule for the days that a date is whenever it falls on some weekday, and the years
    from which on it holds; then the rest."""
    rest = list(days)
    groups = collections.defaultdict(list)
    for day in days:
        groups[text(day), day.weekday()].append(day)
    for (date, weekday), group in groups.items():
        years = [year for year in YEARS if year >= group[0].year
                 and (group[0].month, group[0].day) != (2, 29)
                 and group[0].replace(year=year).weekday() == weekday]
        if len(group) > 1 and [day.year for day in group] == years:
            first = YEARS[0] if group[0].year < YEARS[0] + 7 else group[0].year
            since = "" if first == YEARS[0] else f"{first}+ "
            yield f"{since}{date} {DAYS[weekday]}"
            rest = [day for day in rest if day not in group]
    yield rest


def lines(name, days):
    """The selectors of a holiday's days."""
    *rules, rest = weekdays(days) if name.endswith("(observed)") else (days,)
    yield from rules
    for group in runs(rest):
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
    # What all states have, the country has, though the package tells it state by state.
    for day in set.intersection(*map(set, own.values())) if own else ():
        national.setdefault(day, own[states[0]][day])
    # Who has a holiday on the same days: states, and “*” for a place whose state is not known.
    groups = collections.defaultdict(list)
    for where, table in [("*", national), *own.items()]:
        named = collections.defaultdict(list)
        for day in sorted(table):
            for name in table[day].split("; "):
                if name not in OPTIONAL.get(code, ()):
                    named[plain(name)].append(day)
        for name, days in named.items():
            groups[name, tuple(days)].append(where)
    print(f"# {code}")
    if states:
        print("= *")
    aliases = collections.defaultdict(list)
    for alias, state in getattr(kind, "subdivisions_aliases", {}).items():
        aliases[state].append(alias.replace("/", " "))
    for state in states:
        print(f"= {state} {'/'.join(aliases[state])}".rstrip())
    for (name, days), where in groups.items():
        missing = set(states) - set(where)
        for line in lines(name, days):
            print(f"{line} | {name}" + (f" | {' '.join(where)}" if missing else ""))
    for line in ADDED.get(code, ()):
        print(line)


def feasts(code, *names):
    """The first days of the feasts that a country of the same calendar has under these names."""
    days = holidays.country_holidays(code, years=range(2014, 2036), language="en_US")
    for name in names:
        all_days = [day for day in sorted(days) if plain(days[day]) == name]
        found = [day for day in all_days if day - datetime.timedelta(1) not in all_days]
        yield ",".join(f"{day.year} {text(day)}" for day in found), name


# The Tuesday nine days after the Easter of the eastern churches.
RADONITSA = [easter(year, EASTER_ORTHODOX) + datetime.timedelta(9) for year in range(2014, 2036)]
# Days by law that the package does not have, as lines of the table.
ADDED = {
    # Código eleitoral, article 380: the days of general and of local elections.
    "BR": ["2020-2034/2 Oct Su[1] | Election Day", "2020-2034/2 Oct Su[-1] | Election Day"],
    # Federal law on freedom of conscience, article 4, and the laws of the republics and oblasts.
    "RU": [
        "= *", "= AD Adygea/Адыгея/Республика Адыгея", "= BRY Bryansk Oblast/Брянская область",
        "= BA Bashkortostan/Башкортостан/Республика Башкортостан", "= CE Chechnya/Чечня",
        "= CU Chuvashia/Чувашия/Чувашская Республика", "= DA Dagestan/Дагестан/Республика Дагестан",
        "= IN Ingushetia/Ингушетия", "= KB Kabardino-Balkaria/Кабардино-Балкария",
        "= KC Karachay-Cherkessia/Карачаево-Черкесия", "= KO Komi/Коми/Республика Коми",
        "= SAR Saratov Oblast/Саратовская область",
        "= TA Tatarstan/Татарстан/Республика Татарстан",
        "Mar 28 | Day of the Rebirth of the Balkar People | KB", "Apr 16 | Day of Peace | CE",
        "May 03 | Day of the Rebirth of the Karachay People | KC",
        "May 21 | Circassian Day of Remembrance | KB", "Jun 04 | Day of the Republic | IN",
        "Jun 24 | Day of the Republic | CU", "Jul 26 | Constitution Day | DA",
        "Aug 22 | Day of the Republic | KO", "Aug 30 | Day of the Republic | TA",
        "Sep 01 | Statehood Day | KB", "Sep 15 | Day of Unity | DA",
        "Sep 17 | Day of Liberation | BRY", "Oct 05 | Day of the Republic | AD",
        "Oct 11 | Day of the Republic | BA", "Nov 06 | Constitution Day | TA"]
    + [f"{dates} | {name} | AD BA CE DA IN KB KC TA"
       for dates, name in feasts("TR", "Eid al-Fitr", "Eid al-Adha")]
    + [",".join(f"{day.year} {text(day)}" for day in RADONITSA) + " | Radonitsa | BRY SAR"],
}

path = pathlib.Path(__file__).with_name("holidays.txt")
mark = "// Gathered by gather-holidays.py"
by_hand = path.read_text().partition(mark)[0]
with path.open("w") as file, contextlib.redirect_stdout(file):
    print(f"""{by_hand}{mark} from the Python package holidays (MIT licence); it keeps all
// lines above this part.""")
    for code in COUNTRIES:
        gather(code)
