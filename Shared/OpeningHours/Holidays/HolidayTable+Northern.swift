/// Finland, Great Britain, the Netherlands, Belgium and the United States.
///
/// Sources: the Finnish laws on the church's holidays and on 1 May and 6 December; the British
/// Banking and Financial Dealings Act 1971 with the royal proclamations; the Dutch Algemene
/// termijnenwet, article 3; the Belgian Koninklijk besluit of 18 April 1974; the United States
/// Code, title 5, section 6103, and the states' laws.
extension HolidayTable {
  static let finland = """
    Jan 01 | Uudenvuodenpäivä
    Jan 06 | Loppiainen
    easter -2 days | Pitkäperjantai
    easter | Pääsiäispäivä
    easter +1 day | Toinen pääsiäispäivä
    May 01 | Vappu
    easter +39 days | Helatorstai
    easter +49 days | Helluntaipäivä
    Jun 20-26 Sa | Juhannuspäivä
    Oct 31-Nov 06 Sa | Pyhäinpäivä
    Dec 06 | Itsenäisyyspäivä
    Dec 25 | Joulupäivä
    Dec 26 | Tapaninpäivä
    """

  /// A holiday on a weekend is kept, and the next free weekday added.
  static let greatBritain = """
    = ENG England
    = WLS Wales/Cymru
    = SCT Scotland/Alba
    = NIR Northern Ireland
    Jan 01 | New Year’s Day
    Jan 02-03 Mo | New Year’s Day | ENG WLS NIR
    Jan 02 | 2 January | SCT
    Jan 03-04 Mo,Tu | New Year | SCT
    Mar 17 | St Patrick’s Day | NIR
    Mar 18-19 Mo | St Patrick’s Day | NIR
    easter -2 days | Good Friday
    easter +1 day | Easter Monday | ENG WLS NIR
    1900-2019,2021+ May Mo[1] | Early May bank holiday
    2020 May 08 | Early May bank holiday
    1900-2011,2013-2021,2023+ May Mo[-1] | Spring bank holiday
    2011 Apr 29 | Royal wedding
    2012 Jun 04,05 | Diamond Jubilee
    2022 Jun 02,03 | Platinum Jubilee
    2022 Sep 19 | State funeral of Queen Elizabeth II
    2023 May 08 | Coronation of King Charles III
    Jul 12 | Battle of the Boyne | NIR
    Jul 13-14 Mo | Battle of the Boyne | NIR
    Aug Mo[1] | Summer bank holiday | SCT
    Aug Mo[-1] | Summer bank holiday | ENG WLS NIR
    Nov 30 | St Andrew’s Day | SCT
    Dec 01-02 Mo | St Andrew’s Day | SCT
    Dec 25 | Christmas Day
    Dec 26 | Boxing Day
    Dec 27-28 Mo,Tu | Christmas
    """

  static let netherlands = """
    Jan 01 | Nieuwjaarsdag
    easter -2 days | Goede Vrijdag
    easter | Eerste paasdag
    easter +1 day | Tweede paasdag
    2014+ Apr 26 Sa | Koningsdag
    2014+ Apr 27 Mo-Sa | Koningsdag
    1980-2013 Apr 29 Sa | Koninginnedag
    1980-2013 Apr 30 Mo-Sa | Koninginnedag
    May 05 | Bevrijdingsdag
    easter +39 days | Hemelvaartsdag
    easter +49 days | Eerste pinksterdag
    easter +50 days | Tweede pinksterdag
    Dec 25 | Eerste kerstdag
    Dec 26 | Tweede kerstdag
    """

  static let belgium = """
    Jan 01 | Nieuwjaar
    easter +1 day | Paasmaandag
    May 01 | Dag van de Arbeid
    easter +39 days | Hemelvaart
    easter +50 days | Pinkstermaandag
    Jul 21 | Nationale feestdag
    Aug 15 | Maria-Tenhemelopneming
    Nov 01 | Allerheiligen
    Nov 11 | Wapenstilstand
    Dec 25 | Kerstmis
    """

  /// A holiday on a Saturday is observed on the Friday before too, one on a Sunday on the Monday
  /// after.
  static let unitedStates = """
    = AK Alaska
    = AL Alabama
    = AR Arkansas
    = CA California
    = CO Colorado
    = CT Connecticut
    = DC District of Columbia/Washington, D.C.
    = DE Delaware
    = FL Florida
    = GU Guam
    = HI Hawaii
    = IA Iowa
    = IL Illinois
    = IN Indiana
    = LA Louisiana
    = MA Massachusetts
    = ME Maine
    = MI Michigan
    = MO Missouri
    = MS Mississippi
    = NC North Carolina
    = NE Nebraska
    = NJ New Jersey
    = NV Nevada
    = NY New York
    = RI Rhode Island
    = SC South Carolina
    = TN Tennessee
    = TX Texas
    = UT Utah
    = VT Vermont
    = WV West Virginia
    Jan 01 | New Year’s Day
    Jan 02 Mo | New Year’s Day (observed)
    Dec 31 Fr | New Year’s Day (observed)
    Jan Mo[3] | Martin Luther King Jr. Day
    Feb 12 | Lincoln’s Birthday | CT IA IL MO NJ NY
    Feb 15 | Susan B. Anthony Day | FL NY
    Feb Mo[3] | Washington’s Birthday
    easter -47 days | Mardi Gras | LA
    Mar Mo[1] | Casimir Pulaski Day | IL
    Mar Mo[1] | Guam History and Chamorro Heritage Day | GU
    Mar Tu[1] | Town Meeting Day | VT
    Mar 26 | Prince Kūhiō Day | HI
    Mar Mo[-1] | Seward’s Day | AK
    Mar 31 | César Chávez Day | CA
    easter -2 days | Good Friday | CT DE HI IN LA NC NJ TN
    Apr 16 | Emancipation Day | DC
    Apr Mo[3] | Patriots’ Day | MA ME
    Apr Mo[4] | Confederate Memorial Day | AL
    Apr Fr[-1] | Arbor Day | NE
    Apr Mo[-1] | Confederate Memorial Day | MS
    May 08 | Truman Day | MO
    May 10 | Confederate Memorial Day | SC
    May Mo[-1] | Memorial Day
    Jun Mo[1] | Jefferson Davis Day | AL
    Jun 11 | Kamehameha Day | HI
    2021+ Jun 19 | Juneteenth
    2021+ Jun 18 Fr | Juneteenth (observed)
    2021+ Jun 20 Mo | Juneteenth (observed)
    Jun 20 | West Virginia Day | WV
    Jul 04 | Independence Day
    Jul 03 Fr | Independence Day (observed)
    Jul 05 Mo | Independence Day (observed)
    Jul 21 | Liberation Day | GU
    Jul 24 | Pioneer Day | UT
    Aug Mo[2] | Victory Day | RI
    Aug Fr[3] | Statehood Day | HI
    Aug 16 | Bennington Battle Day | VT
    Sep Mo[1] | Labor Day
    2020+ Oct Mo[1] | Frances Xavier Cabrini Day | CO
    Oct Mo[2] | Columbus Day
    Oct 18 | Alaska Day | AK
    Oct Fr[-1] | Nevada Day | NV
    Nov 02 | All Souls’ Day | GU
    Nov 11 | Veterans Day
    Nov 10 Fr | Veterans Day (observed)
    Nov 12 Mo | Veterans Day (observed)
    Nov Th[4] | Thanksgiving
    Dec 08 | Our Lady of Camarin Day | GU
    Dec 24 | Christmas Eve | AR MI NC TN TX
    Dec 25 | Christmas Day
    Dec 24 Fr | Christmas Day (observed)
    Dec 26 Mo | Christmas Day (observed)
    Dec 26 | Day after Christmas | NC SC TX
    Dec 31 | New Year’s Eve | MI
    """
}
