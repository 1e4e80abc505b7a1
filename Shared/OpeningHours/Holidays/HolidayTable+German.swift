/// Germany, Austria, Switzerland and Liechtenstein.
///
/// Sources: the states' holiday laws (Feiertagsgesetze); the Austrian Arbeitsruhegesetz, section 7;
/// the cantonal laws as listed by the Swiss Federal Office of Justice; the Liechtenstein
/// Arbeitsgesetz, article 18.
extension HolidayTable {
  static let germany = """
    = BW Baden-Württemberg
    = BY Bayern/Bavaria
    = BE Berlin
    = BB Brandenburg
    = HB Bremen/Freie Hansestadt Bremen
    = HH Hamburg/Freie und Hansestadt Hamburg
    = HE Hessen/Hesse
    = MV Mecklenburg-Vorpommern
    = NI Niedersachsen/Lower Saxony
    = NW Nordrhein-Westfalen/North Rhine-Westphalia
    = RP Rheinland-Pfalz/Rhineland-Palatinate
    = SL Saarland
    = SN Sachsen/Saxony
    = ST Sachsen-Anhalt/Saxony-Anhalt
    = SH Schleswig-Holstein
    = TH Thüringen/Thuringia
    Jan 01 | Neujahr
    Jan 06 | Heilige Drei Könige | BW BY ST
    2019+ Mar 08 | Frauentag | BE
    2023+ Mar 08 | Frauentag | MV
    easter -2 days | Karfreitag
    easter | Ostersonntag | BB
    easter +1 day | Ostermontag
    May 01 | Tag der Arbeit
    2020 May 08 | Tag der Befreiung | BE
    2025 May 08 | Tag der Befreiung | BE
    easter +39 days | Christi Himmelfahrt
    easter +49 days | Pfingstsonntag | BB
    easter +50 days | Pfingstmontag
    easter +60 days | Fronleichnam | BW BY HE NW RP SL
    2028 Jun 17 | Jahrestag des Volksaufstands | BE
    Aug 15 | Mariä Himmelfahrt | BY SL
    2019+ Sep 20 | Weltkindertag | TH
    Oct 03 | Tag der Deutschen Einheit
    2017 Oct 31 | Reformationstag
    Oct 31 | Reformationstag | BB MV SN ST TH
    2018+ Oct 31 | Reformationstag | HB HH NI SH
    Nov 01 | Allerheiligen | BW BY NW RP SL
    Nov 16-22 We | Buß- und Bettag | SN
    Dec 25 | Erster Weihnachtstag
    Dec 26 | Zweiter Weihnachtstag
    """

  static let austria = """
    Jan 01 | Neujahr
    Jan 06 | Heilige Drei Könige
    easter +1 day | Ostermontag
    May 01 | Staatsfeiertag
    easter +39 days | Christi Himmelfahrt
    easter +50 days | Pfingstmontag
    easter +60 days | Fronleichnam
    Aug 15 | Mariä Himmelfahrt
    Oct 26 | Nationalfeiertag
    Nov 01 | Allerheiligen
    Dec 08 | Mariä Empfängnis
    Dec 25 | Christtag
    Dec 26 | Stefanitag
    """

  static let liechtenstein = """
    Jan 01 | Neujahr
    Jan 06 | Heilige Drei Könige
    Feb 02 | Mariä Lichtmess
    Mar 19 | Josefstag
    easter | Ostersonntag
    easter +1 day | Ostermontag
    May 01 | Tag der Arbeit
    easter +39 days | Auffahrt
    easter +49 days | Pfingstsonntag
    easter +50 days | Pfingstmontag
    easter +60 days | Fronleichnam
    Aug 15 | Staatsfeiertag
    Sep 08 | Mariä Geburt
    Nov 01 | Allerheiligen
    Dec 08 | Mariä Empfängnis
    Dec 25 | Weihnachten
    Dec 26 | Stephanstag
    """

  static let switzerland = """
    = AG Aargau
    = AI Appenzell Innerrhoden
    = AR Appenzell Ausserrhoden
    = BE Bern/Berne
    = BL Basel-Landschaft
    = BS Basel-Stadt
    = FR Freiburg/Fribourg
    = GE Genf/Genève/Geneva
    = GL Glarus
    = GR Graubünden/Grischun/Grigioni
    = JU Jura
    = LU Luzern/Lucerne
    = NE Neuenburg/Neuchâtel
    = NW Nidwalden
    = OW Obwalden
    = SG St. Gallen/Sankt Gallen
    = SH Schaffhausen
    = SO Solothurn
    = SZ Schwyz
    = TG Thurgau
    = TI Tessin/Ticino
    = UR Uri
    = VD Waadt/Vaud
    = VS Wallis/Valais
    = ZG Zug
    = ZH Zürich/Zurich
    Jan 01 | Neujahr
    Jan 02 | Berchtoldstag | AG BE JU TG VD
    Jan 06 | Heilige Drei Könige | SZ TI UR
    Mar 01 | Instauration de la République | NE
    Mar 19 | Josefstag | NW SZ SO TI UR VS
    easter -2 days | Karfreitag | AG AR AI BL BS BE FR GE GL GR JU LU NE NW OW SH SZ
    easter -2 days | Karfreitag | SO SG TG UR VD ZG ZH
    easter | Ostersonntag
    easter +1 day | Ostermontag
    May 01 | Tag der Arbeit | AG BL BS JU NE SH TI TG ZH
    easter +39 days | Auffahrt
    easter +49 days | Pfingstsonntag
    easter +50 days | Pfingstmontag
    easter +60 days | Fronleichnam | AG AI FR JU LU NE NW OW SZ SO TI UR VS ZG
    Jun 23 | Fest der Unabhängigkeit | JU
    Jun 29 | Peter und Paul | TI
    Aug 01 | Bundesfeiertag
    Aug 15 | Mariä Himmelfahrt | AG AI FR JU LU NW OW SZ SO TI UR VS ZG
    Sep Su[1] +4 days | Jeûne genevois | GE
    Sep Su[3] | Bettag | AG AR AI BL BS BE FR GR JU LU NE NW OW SH SZ SO SG TI TG UR VD VS ZG ZH
    Sep 22 | Mauritiustag | AI
    Sep 25 | Bruderklausenfest | OW
    Nov 01 | Allerheiligen | AG AI FR GL JU LU NW OW SZ SO SG TI UR VS ZG
    Dec 08 | Mariä Empfängnis | AG FR LU NW OW SZ TI UR VS ZG
    Dec 25 | Weihnachten
    Dec 26 | Stephanstag | AG AI BL BS BE FR GL GR LU NE NW OW SH SZ SO SG TG TI UR ZG ZH
    Dec 31 | Restauration de la République | GE
    """
}
