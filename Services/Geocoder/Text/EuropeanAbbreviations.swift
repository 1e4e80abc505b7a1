import FoldedText

/// Short forms in German, French, Finnish, Swedish, Norwegian, Danish, Dutch, Italian, Maltese,
/// Portuguese and Spanish addresses, and the ends of compound words such as "Hauptstr.".
///
/// Compiled by hand from the usual postal abbreviations of these countries; folded.
enum EuropeanAbbreviations {
  static let rows =
    Abbreviations.rows(streetTypes, .streetType) + Abbreviations.rows(others, .common)

  private static let streetTypes = """
    strasse str; platz pl; allee al; gasse g; weg wg; brucke br; chaussee ch; promenade prom;
    rue r; avenue av ave; boulevard bd bld boul bvd; chemin ch che chem; impasse imp; quai q;
    route rte; faubourg fbg fg; passage pass psg; escalier esc; allee all; place pl; square sq;
    cours crs; sentier sent; montee mte; traverse tra; rondpoint rpt; esplanade esp;
    katu k; tie t; kuja kj; polku p; aukio auk; esplanadi espl; vayla vla; ranta rta;
    gatan g gata; vagen v vag; grand gr; torget t; stigen st; esplanaden espl;
    gate g gt; veien v vn; vei v; plass pl; gade g gd; vej v; straat str; laan ln; plein pln;
    via v; viale vle; piazza pza p; piazzale ple; corso cso c; largo lgo; vicolo vic; strada str;
    triq trq; vjal vjl; misrah msrh; pjazza pj; sqaq sq; trejqet trq;
    calle c cl; avenida av avda avd; plaza pl pza plz; paseo po pso; carretera ctra crta;
    camino cno cmno; callejon cjon; ronda rda; travesia trva tr; glorieta gta; pasaje pje psje;
    rua r; praca pca pc prc; travessa tv trav; alameda al; estrada est estr; rodovia rod;
    largo lgo lg; beco bc; calcada cc calc; ladeira ld; jardim jd; parque pq pque
    """

  private static let others = """
    sankt st skt; doktor dr; professor prof; bahnhof bhf bf; hauptbahnhof hbf; an a; am a; der d;
    im i; bei b; ob o; burgermeister bgm burgerm; oberburgermeister obm; heilig hl; grosse gr;
    kleine kl; geschwister geschw; general gen gal; kaiser ks;
    saint st; sainte ste; marechal mal; docteur dr; president pdt pres; residence res;
    lotissement lot; notre n; dame d; grand gd; grande gde; petit pt; petite pte;
    rautatieasema ras rautatieas; pohjoinen pohj; etelainen et; itainen it; lantinen lant;
    san s; santo sto s; santa sta s; nuestra ntra; senora sra; don d; dona dna; doctor dr;
    coronel cnel cel; comandante cte cmte; general gral; urbanizacion urb; barrio bo;
    sao s; doutor dr; doutora dra; engenheiro eng; dom d; nossa n; senhora sra; presidente pres;
    marechal mal; vila vl; conselheiro cons; padre pe; visconde visc
    """

  /// Suffixes of compound words: full and short.
  static let compoundSuffixes: [(full: [UInt32], short: [UInt32])] = [
    ("strasse", "str"), ("platz", "pl"), ("brucke", "br"), ("gasse", "g"), ("weg", "w"),
    ("katu", "k"), ("tie", "t"), ("kuja", "kj"), ("polku", "p"), ("esplanadi", "espl"),
    ("gatan", "g"), ("vagen", "v"), ("gata", "g"), ("straat", "str"), ("gade", "g"),
    ("gaten", "g"), ("veien", "v"), ("vej", "v"),
  ].map { (Letters.of($0.0), Letters.of($0.1)) }
}
