/// The countries around the Baltic Sea but Finland and Germany, and Norway.
///
/// Sources: the Swedish Lag (1989:253) om allmänna helgdagar; the Norwegian Lov om helligdager og
/// helligdagsfred and Lov om 1 og 17 mai; the Danish Lukkeloven with the law of 2023 that ended
/// store bededag; the Estonian Pühade ja tähtpäevade seadus; article 123 of the Lithuanian labour
/// code; the Polish Ustawa o dniach wolnych od pracy.
extension HolidayTable {
  static let sweden = """
    Jan 01 | Nyårsdagen
    Jan 06 | Trettondedag jul
    easter -2 days | Långfredagen
    easter | Påskdagen
    easter +1 day | Annandag påsk
    May 01 | Första maj
    easter +39 days | Kristi himmelsfärdsdag
    easter +49 days | Pingstdagen
    Jun 06 | Nationaldagen
    Jun 20-26 Sa | Midsommardagen
    Oct 31-Nov 06 Sa | Alla helgons dag
    Dec 25 | Juldagen
    Dec 26 | Annandag jul
    """

  static let norway = """
    Jan 01 | Første nyttårsdag
    easter -3 days | Skjærtorsdag
    easter -2 days | Langfredag
    easter | Første påskedag
    easter +1 day | Andre påskedag
    May 01 | Arbeidernes dag
    May 17 | Grunnlovsdag
    easter +39 days | Kristi himmelfartsdag
    easter +49 days | Første pinsedag
    easter +50 days | Andre pinsedag
    Dec 25 | Første juledag
    Dec 26 | Andre juledag
    """

  static let denmark = """
    Jan 01 | Nytårsdag
    easter -3 days | Skærtorsdag
    easter -2 days | Langfredag
    easter | Påskedag
    easter +1 day | Anden påskedag
    1900-2023 easter +26 days | Store bededag
    easter +39 days | Kristi himmelfartsdag
    easter +49 days | Pinsedag
    easter +50 days | Anden pinsedag
    Dec 25 | Juledag
    Dec 26 | Anden juledag
    """

  static let estonia = """
    Jan 01 | Uusaasta
    Feb 24 | Iseseisvuspäev
    easter -2 days | Suur reede
    easter | Ülestõusmispühad
    May 01 | Kevadpüha
    easter +49 days | Nelipühad
    Jun 23 | Võidupüha
    Jun 24 | Jaanipäev
    Aug 20 | Taasiseseisvumispäev
    Dec 24 | Jõululaupäev
    Dec 25 | Esimene jõulupüha
    Dec 26 | Teine jõulupüha
    """

  static let lithuania = """
    Jan 01 | Naujųjų metų diena
    Feb 16 | Valstybės atkūrimo diena
    Mar 11 | Nepriklausomybės atkūrimo diena
    easter | Velykos
    easter +1 day | Antroji Velykų diena
    May 01 | Tarptautinė darbo diena
    May Su[1] | Motinos diena
    Jun Su[1] | Tėvo diena
    Jun 24 | Joninės
    Jul 06 | Valstybės diena
    Aug 15 | Žolinė
    Nov 01 | Visų Šventųjų diena
    2020+ Nov 02 | Vėlinės
    Dec 24 | Kūčios
    Dec 25 | Pirma Kalėdų diena
    Dec 26 | Antra Kalėdų diena
    """

  static let poland = """
    Jan 01 | Nowy Rok
    Jan 06 | Święto Trzech Króli
    easter | Wielkanoc
    easter +1 day | Poniedziałek Wielkanocny
    May 01 | Święto Państwowe
    May 03 | Święto Narodowe Trzeciego Maja
    easter +49 days | Zielone Świątki
    easter +60 days | Boże Ciało
    Aug 15 | Wniebowzięcie Najświętszej Maryi Panny
    Nov 01 | Wszystkich Świętych
    Nov 11 | Narodowe Święto Niepodległości
    2018 Nov 12 | Stulecie niepodległości
    2025+ Dec 24 | Wigilia
    Dec 25 | Boże Narodzenie
    Dec 26 | Drugi dzień Bożego Narodzenia
    """
}
