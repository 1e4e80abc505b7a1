/// Spain, Portugal, Italy, Malta, Monaco and France.
///
/// Sources: the Spanish Estatuto de los Trabajadores, article 37.2, and the regions' calendars; the
/// Portuguese Código do Trabalho, article 234; the Italian law 260/1949 with its changes; the
/// Maltese National Holidays Act, chapter 252; the Monégasque law 798; the French Code du travail,
/// articles L3133-1 and L3422-2.
extension HolidayTable {
  static let spain = """
    = AN Andalucía/Andalusia
    = AR Aragón
    = AS Asturias/Principado de Asturias
    = CB Cantabria
    = CE Ceuta
    = CL Castilla y León
    = CM Castilla-La Mancha
    = CN Canarias/Canary Islands/Islas Canarias
    = CT Cataluña/Catalunya/Catalonia
    = EX Extremadura
    = GA Galicia
    = IB Illes Balears/Islas Baleares/Balearic Islands
    = MC Región de Murcia/Murcia
    = MD Comunidad de Madrid/Madrid
    = ML Melilla
    = NC Comunidad Foral de Navarra/Navarra/Nafarroa
    = PV País Vasco/Euskadi/Euskal Herria/Basque Country
    = RI La Rioja
    = VC Comunitat Valenciana/Valencian Community
    Jan 01 | Año Nuevo
    Jan 06 | Epifanía del Señor
    Feb 28 | Día de Andalucía | AN
    Mar 01 Mo | Día de Andalucía | AN
    Mar 01 | Día de las Illes Balears | IB
    Mar 19 | San José | GA MC NC PV VC
    easter -3 days | Jueves Santo | AN AR AS CB CE CL CM CN EX GA IB MC MD ML NC PV RI
    easter -2 days | Viernes Santo
    easter +1 day | Lunes de Pascua | CT IB NC PV RI VC
    Apr 23 | Día de la Comunidad | AR CL
    May 01 | Fiesta del Trabajo
    May 02 Mo-Sa | Fiesta de la Comunidad | MD
    May 03 Mo | Fiesta de la Comunidad | MD
    May 17 | Día de las Letras Gallegas | GA
    May 30 | Día de Canarias | CN
    May 31 | Día de Castilla-La Mancha | CM
    easter +60 days | Corpus Christi | CM
    Jun 09 | Día de la Comunidad | MC RI
    Jun 24 | San Juan | CT VC
    Jul 25 | Santiago Apóstol | GA PV
    Jul 28 | Día de las Instituciones | CB
    Aug 15 | Asunción de la Virgen
    Sep 08 | Día de la Comunidad | AS EX
    Sep 11 | Diada Nacional | CT
    Sep 15 | La Bien Aparecida | CB
    Sep 17 | Día de Melilla | ML
    Oct 09 | Día de la Comunitat | VC
    Oct 12 | Fiesta Nacional
    Nov 01 | Todos los Santos
    Dec 03 | San Francisco Javier | NC
    Dec 06 | Día de la Constitución
    Dec 08 | Inmaculada Concepción
    Dec 25 | Natividad del Señor
    Dec 26 | San Esteban | CT
    """

  static let portugal = """
    Jan 01 | Ano Novo
    easter -2 days | Sexta-feira Santa
    easter | Páscoa
    Apr 25 | Dia da Liberdade
    May 01 | Dia do Trabalhador
    1900-2012,2016+ easter +60 days | Corpo de Deus
    Jun 10 | Dia de Portugal
    Aug 15 | Assunção de Nossa Senhora
    1900-2012,2016+ Oct 05 | Implantação da República
    1900-2012,2016+ Nov 01 | Todos os Santos
    1900-2012,2016+ Dec 01 | Restauração da Independência
    Dec 08 | Imaculada Conceição
    Dec 25 | Natal
    """

  static let italy = """
    = BZ Bolzano/Südtirol/Alto Adige
    Jan 01 | Capodanno
    Jan 06 | Epifania
    easter | Pasqua
    easter +1 day | Lunedì dell’Angelo
    Apr 25 | Festa della Liberazione
    May 01 | Festa dei Lavoratori
    easter +50 days | Lunedì di Pentecoste | BZ
    Jun 02 | Festa della Repubblica
    Aug 15 | Assunzione
    2026+ Oct 04 | San Francesco
    Nov 01 | Ognissanti
    Dec 08 | Immacolata Concezione
    Dec 25 | Natale
    Dec 26 | Santo Stefano
    """

  static let malta = """
    Jan 01 | L-Ewwel tas-Sena
    Feb 10 | San Pawl Nawfragu
    Mar 19 | San Ġużepp
    Mar 31 | Jum il-Ħelsien
    easter -2 days | Il-Ġimgħa l-Kbira
    May 01 | Jum il-Ħaddiem
    Jun 07 | Sette Giugno
    Jun 29 | L-Imnarja
    Aug 15 | Santa Marija
    Sep 08 | Jum il-Vitorja
    Sep 21 | Jum l-Indipendenza
    Dec 08 | Il-Kunċizzjoni
    Dec 13 | Jum ir-Repubblika
    Dec 25 | Il-Milied
    """

  static let monaco = """
    Jan 01 | Jour de l’an
    Jan 02 Mo | Jour de l’an
    Jan 27 | Sainte Dévote
    easter +1 day | Lundi de Pâques
    May 01 | Fête du Travail
    May 02 Mo | Fête du Travail
    easter +39 days | Ascension
    easter +50 days | Lundi de Pentecôte
    easter +60 days | Fête-Dieu
    Aug 15 | Assomption
    Aug 16 Mo | Assomption
    Nov 01 | Toussaint
    Nov 02 Mo | Toussaint
    Nov 19 | Fête du Prince
    Nov 20 Mo | Fête du Prince
    Dec 08 | Immaculée Conception
    2019+ Dec 09 Mo | Immaculée Conception
    Dec 25 | Noël
    Dec 26 Mo | Noël
    """

  static let france = """
    = 57 Moselle
    = 67 Bas-Rhin
    = 68 Haut-Rhin
    = BL Saint-Barthélemy
    = GF Guyane/French Guiana
    = GP Guadeloupe
    = MF Saint-Martin/Saint-Martin (France)
    = MQ Martinique
    = RE Réunion/La Réunion
    = YT Mayotte
    Jan 01 | Jour de l’an
    easter -2 days | Vendredi saint | 57 67 68 GP MQ
    easter +1 day | Lundi de Pâques
    Apr 27 | Abolition de l’esclavage | YT
    May 01 | Fête du Travail
    May 08 | Victoire de 1945
    May 22 | Abolition de l’esclavage | MQ
    May 27 | Abolition de l’esclavage | GP
    May 28 | Abolition de l’esclavage | MF
    easter +39 days | Ascension
    easter +50 days | Lundi de Pentecôte
    Jun 10 | Abolition de l’esclavage | GF
    Jul 14 | Fête nationale
    Aug 15 | Assomption
    Oct 09 | Abolition de l’esclavage | BL
    Nov 01 | Toussaint
    Nov 11 | Armistice de 1918
    Dec 20 | Abolition de l’esclavage | RE
    Dec 25 | Noël
    Dec 26 | Saint-Étienne | 57 67 68
    """
}
