/// Czechia, Slovakia, Hungary, Slovenia and Croatia, Luxembourg and Ireland.
///
/// Sources: the Czech Zákon č. 245/2000 Sb.; the Slovak Zákon č. 241/1993 Z. z.; section 102 of the
/// Hungarian labour code, without the days that are moved each year; the Slovenian Zakon o
/// praznikih; the Croatian Zakon o blagdanima of 2019 and the one before; article L. 232-2 of the
/// Luxembourgish labour code; the second schedule of the Irish Organisation of Working Time Act.
extension HolidayTable {
  static let czechia = """
    Jan 01 | Nový rok
    2016+ easter -2 days | Velký pátek
    easter +1 day | Velikonoční pondělí
    May 01 | Svátek práce
    May 08 | Den vítězství
    Jul 05 | Cyril a Metoděj
    Jul 06 | Jan Hus
    Sep 28 | Den české státnosti
    Oct 28 | Den vzniku Československa
    Nov 17 | Den boje za svobodu a demokracii
    Dec 24 | Štědrý den
    Dec 25 | První svátek vánoční
    Dec 26 | Druhý svátek vánoční
    """

  static let slovakia = """
    Jan 01 | Deň vzniku Slovenskej republiky
    Jan 06 | Traja králi
    easter -2 days | Veľký piatok
    easter +1 day | Veľkonočný pondelok
    May 01 | Sviatok práce
    1900-2025,2027+ May 08 | Deň víťazstva nad fašizmom
    Jul 05 | Cyril a Metod
    Aug 29 | Výročie SNP
    1900-2023 Sep 01 | Deň Ústavy
    1900-2025,2027+ Sep 15 | Sedembolestná Panna Mária
    2018 Oct 30 | Výročie Deklarácie slovenského národa
    Nov 01 | Sviatok Všetkých svätých
    1900-2024 Nov 17 | Deň boja za slobodu a demokraciu
    Dec 24 | Štedrý deň
    Dec 25 | Prvý sviatok vianočný
    Dec 26 | Druhý sviatok vianočný
    """

  static let hungary = """
    Jan 01 | Újév
    Mar 15 | Nemzeti ünnep
    2017+ easter -2 days | Nagypéntek
    easter | Húsvét
    easter +1 day | Húsvéthétfő
    May 01 | A munka ünnepe
    easter +49 days | Pünkösd
    easter +50 days | Pünkösdhétfő
    Aug 20 | Az államalapítás ünnepe
    Oct 23 | Nemzeti ünnep
    Nov 01 | Mindenszentek
    2024+ Dec 24 | Szenteste
    Dec 25 | Karácsony
    Dec 26 | Karácsony másnapja
    """

  static let slovenia = """
    Jan 01 | Novo leto
    2017+ Jan 02 | Novo leto
    Feb 08 | Prešernov dan
    easter | Velika noč
    easter +1 day | Velikonočni ponedeljek
    Apr 27 | Dan upora proti okupatorju
    May 01,02 | Praznik dela
    easter +49 days | Binkošti
    Jun 25 | Dan državnosti
    Aug 15 | Marijino vnebovzetje
    2023 Aug 14 | Dan solidarnosti
    Oct 31 | Dan reformacije
    Nov 01 | Dan spomina na mrtve
    Dec 25 | Božič
    Dec 26 | Dan samostojnosti in enotnosti
    """

  static let croatia = """
    Jan 01 | Nova godina
    Jan 06 | Sveta tri kralja
    easter | Uskrs
    easter +1 day | Uskrsni ponedjeljak
    May 01 | Praznik rada
    2020+ May 30 | Dan državnosti
    easter +60 days | Tijelovo
    Jun 22 | Dan antifašističke borbe
    1900-2019 Jun 25 | Dan državnosti
    Aug 05 | Dan pobjede i domovinske zahvalnosti
    Aug 15 | Velika Gospa
    1900-2019 Oct 08 | Dan neovisnosti
    Nov 01 | Svi sveti
    2020+ Nov 18 | Dan sjećanja
    Dec 25 | Božić
    Dec 26 | Sveti Stjepan
    """

  static let luxembourg = """
    Jan 01 | Neijoerschdag
    easter +1 day | Ouschterméindeg
    May 01 | Dag vun der Aarbecht
    2019+ May 09 | Europadag
    easter +39 days | Christi Himmelfaart
    easter +50 days | Péngschtméindeg
    Jun 23 | Nationalfeierdag
    Aug 15 | Léiffrawëschdag
    Nov 01 | Allerhellgen
    Dec 25 | Chrëschtdag
    Dec 26 | Stiefesdag
    """

  /// St Brigid's Day is a Monday, unless 1 February is a Friday.
  static let ireland = """
    Jan 01 | New Year’s Day
    2023+ Feb 01-03,05-07 Mo | St Brigid’s Day
    2023+ Feb 01 Fr | St Brigid’s Day
    Mar 17 | St Patrick’s Day
    2022 Mar 18 | Day of Remembrance
    easter +1 day | Easter Monday
    May Mo[1] | May holiday
    Jun Mo[1] | June holiday
    Aug Mo[1] | August holiday
    Oct Mo[-1] | October holiday
    Dec 25 | Christmas Day
    Dec 26 | St Stephen’s Day
    """
}
