"""What the load saw, in numbers and as text."""

from collections import Counter


def percentile(sorted_values, part):
    return sorted_values[int(part * len(sorted_values))] if sorted_values else None


class Report:
    def __init__(self, options, load, faults, relays, clients, outcome):
        self.options, self.load, self.outcome = options, load, outcome
        self.faults = sorted(faults.happened)
        self.cuts = relays.cuts
        self.streams, self.strangers = clients

    def is_bad(self, result):
        return result[2] is not None or result[1] > self.options.late

    def phase(self, first, last):
        results = [each for each in self.load.results if first <= each[0] < last]
        answered = sorted(each[1] for each in results if each[2] is None)
        return {
            "requests": len(results),
            "failed": sum(each[2] is not None for each in results),
            "late": sum(each[2] is None and each[1] > self.options.late for each in results),
            "milliseconds": {
                name: round(1000 * value, 1) if value is not None else None
                for name, value in ((f"p{100 * part:g}", percentile(answered, part))
                                    for part in (0.5, 0.99, 0.999))
            },
        }

    def recovery(self):
        """Of each fault: when the last request was sent that failed or was late, until the next."""
        ends = [at for at, _ in self.faults[1:]] + [self.options.duration]
        times = []
        for (at, fault), end in zip(self.faults, ends):
            bad = [each[0] - at for each in self.load.results
                   if at <= each[0] < end and self.is_bad(each)]
            times.append((round(at, 1), fault, round(max(bad, default=0), 2), len(bad)))
        return times

    def figures(self):
        duration = self.options.duration
        failures = Counter(each[2] for each in self.load.results if each[2] is not None)
        return {
            "seed": self.options.seed, "rate": self.options.rate, "durationSeconds": duration,
            "acknowledgedChanges": self.outcome["acknowledged"],
            "lost": self.outcome["lost"], "twice": self.outcome["twice"],
            "grown": self.outcome["grown"],
            "wrongAnswers": len(self.load.wrong), "failures": dict(failures),
            "connectionsCut": self.cuts,
            "eventStreams": self.streams.opened,
            "eventStreamsUnanswered": self.streams.unanswered,
            "strangers": self.strangers.opened,
            "strangersClosed": self.strangers.closed,
            "before": self.phase(0, 0.2 * duration),
            "during": self.phase(0.2 * duration, 0.8 * duration),
            "after": self.phase(0.8 * duration, duration + 1),
            "faults": [
                {"atSeconds": at, "fault": fault, "recoverySeconds": wait, "failedOrLate": count}
                for at, fault, wait, count in self.recovery()],
        }

    def is_broken(self):
        return any([*map(self.outcome.get, ("lost", "twice", "grown")), self.load.wrong])

    def text(self):
        figures = self.figures()
        lines = [
            f"seed {figures['seed']}, {figures['rate']:g} requests/s for "
            f"{figures['durationSeconds']:g} s",
            f"acknowledged changes  {figures['acknowledgedChanges']}, lost {len(figures['lost'])}, "
            f"there twice {len(figures['twice'])}",
            f"wrong answers         {figures['wrongAnswers']}",
            f"connections cut       {figures['connectionsCut']}",
            f"strangers             {figures['strangers']} that never ended a request, "
            f"{figures['strangersClosed']} closed",
            f"event streams         {figures['eventStreams']} opened and left, "
            f"{figures['eventStreamsUnanswered']} without an answer",
            "",
            f"{'':8}{'requests':>9}{'failed':>8}{'late':>6}{'p50':>9}{'p99':>10}{'p99.9':>10}",
        ]
        for name in ("before", "during", "after"):
            row = figures[name]
            times = "".join(
                f"{'-' if value is None else f'{value:.1f} ms':>10}"
                for value in row["milliseconds"].values())
            counts = f"{row['requests']:>9}{row['failed']:>8}{row['late']:>6}"
            lines.append(f"{name:8}{counts}{times[1:]}")
        lines.append("")
        for fault in figures["faults"]:
            lines.append(
                f"{fault['atSeconds']:6.1f} s  {fault['fault']:26} failed or late "
                f"{fault['failedOrLate']:4}, well again after {fault['recoverySeconds']:.2f} s")
        for code, count in sorted(figures["failures"].items()):
            lines.append(f"failed with {code}: {count}")
        lines += [f"grown: {name}, {before:g} to {after:g}"
                  for name, (before, after) in figures["grown"].items()]
        lines += [f"lost: {text}" for text in figures["lost"][:20]]
        lines += [f"twice: {text}" for text in figures["twice"][:20]]
        return "\n".join(lines)
