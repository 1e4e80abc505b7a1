/// Short forms in English addresses: one word per row, the full form first, then the common short
/// form, then others.
///
/// Adapted from the English dictionaries of libpostal (MIT licence): only one-word forms that are
/// not words themselves.
enum EnglishAbbreviations {
  static let rows =
    Abbreviations.rows(streetTypes, .streetType) + Abbreviations.rows(common, .common)
    + Abbreviations.rows(others, .rare)

  private static let streetTypes = """
    alley aly alee al; avenue ave av aven avenu avn avnu avnue;
    boulevard blvd bd bde blv bl blvde blvrd boulavard boul boulv bvd boulevarde;
    bypass bypa byps bps byp; causeway csway cswy causewy caus cause cway;
    circle cir circel cirlce; close cl cls clse; court ct crt; crescent cres cr crs crecent;
    crossing xing crsg csg; drive dr drv dv dve d; embankment emb; esplanade esp espl;
    expressway expy expwy expway exwy; extension ex ext extn exten; freeway fwy frwy fw fway;
    highway hwy hgwy hw hway hi hwye hywy; lane ln l la; loop lp; mews mws;
    motorway mway mwy mtwy; parade pde prd prde pard;
    parkway pkwy parkwy pky pkway prkwy prkway pkw pwy prkw; path pth; pike pk pke;
    place pl pla plc plac; promenade prom prm; quay quy qy; road rd ro r roa; route rt rte;
    row rw; square sq sqr; street st str stre stree strt;
    terrace ter tce tr terr terace terrac terrasse tsse; tollway tlwy twy; trail trl tr;
    turnpike tpke tpk; walk wlk wk; walkway wkwy wky wlkwy; way wy
    """

  /// Directions, ordinals and titles.
  private static let common = """
    doctor dr; east e; fort ft; junior jr; mount mt mnt; north n nrt nrth nth norh;
    northeast ne northe neast nrteast nrte; northwest nw northw northwst nwest nwst; saint st;
    sainte ste; senior sr; south s sth; southeast southe seast soeast stheast sthe;
    southwest sw southw southwst swest swst; west w wst; first 1st; second 2nd; third 3rd;
    fourth 4th; fifth 5th; sixth 6th; seventh 7th; eighth 8th; ninth 9th; tenth 10th;
    eleventh 11th; twelfth 12th; thirteenth 13th; fourteenth 14th; fifteenth 15th; sixteenth 16th;
    seventeenth 17th; eighteenth 18th; nineteenth 19th; twentieth 20th; thirtieth 30th;
    fortieth 40th; fiftieth 50th; and und et ja och y e
    """

  private static let others = """
    abbey abby; access accs acc; acres acrs; alleyway alwy allyway allwy; amble ambl;
    anchorage ancg; annex anx; apartments apts appartments; approach app apch appr; arcade arc;
    arterial artl; artery art arty; autoroute aut;
    avenues avs aves avens avenus avns avnus avnues; back bk; bank bnk; basin basn bsn; bay by;
    bayou byu bayoo; beach baech bch; belt blt; bend bnd; block blk blck;
    bluff blf bluf bluffs blfs; boardwalk bwk bwlk; bottom bot bottm btm bttm;
    bottoms bttms btms bottms; boundary bdy; bowl bl; brace br brce; brae br;
    branch br brnch brch; break brk; bridge bdge br brdg bri brg; broadway bdwy bway bwy brdway;
    brook brk; brooks brks; brothers bros; brow brw; building bldg; burg bg; burgs brgs;
    burrow burw; butte btte bte; byway bywy; camp cp; canyon cyn cnyn; cape cpe cp;
    caravan cvan cvn; center ctr cetr cntr c cen; centers ctrs; central c cn ctrl cntrl;
    centre c ctr; centreway cnwy; chase ch chas; church ch; circles cirs; circlet clt;
    circuit crct circ cct cirt ci circt; circus crcs crc; city cty; claim clm; cliff clf;
    cliffs clfs; cluster clr clstr; colonnade clde clnde; common cmmn comm cmn com cm;
    commons cmmns cmns comms; company co; concession conc; concord cncd cncrd;
    concourse con concs concse cnc; connection cntn cxn; connector conr cnctr cntr; copse cps;
    corner cnr crn cor; corners cnrs crns cors; corseo cseo; corso cso; county co cty;
    course crse; courts crts cts; courtyard cyd ctyd; cove cov ce cv; creek cr crk;
    crest crst cst; crief crf; croft cft; cross cs crss; crossroad crd xroad xrd; crossroads xrds;
    crossway cowy crwy xway xwy xwy; cruiseway cuwy crwy; curve cve crv crve curv;
    cutting cttg ctg cutt; dale dle; deviation devn; distributor dstr; diversion divers;
    divide div; down dn; downs dns dwns downes; driveway drwy dvwy dwy dway drvwy; drove drov;
    easement esmt; eastern eastrn estrn estn; edge edg; elbow elb; entrance ent entr; estate est;
    estates ests; extensions exts; fairway fawy fy; fall fl; falls fls; farm frm; farms frms;
    ferry fry fy; field fld fd; fields flds fds; fireline fline flne; firetrack ftrk;
    firetrail fit fitr; flat fl flt; flats flts; follow folw; footway ftwy; ford frd; fords frds;
    foreshore fshr; forest frst fst; forge frg; forges frgs; fork frk; forks frks; formation fmtn;
    front frnt; frontage frtg fr; gap gp; garden gdn grd grdn; gardens gdns grds grdns;
    gate ga gte; gates gtes; gateway gwy gway gtwy gtway; glade gl gld glde; glen gln; glens glns;
    grange gra; great grt gt; greater grtr gtr; green grn gn gren; greens grns; greenway grwy;
    ground grnd; grounds grnds; grove gr grv grve gro; groves grvs; gulch glch; gully gly;
    hanger hngr; harbor harbour hbr hrbr; harbors hbrs; haven hvn havn; head hd; heads hds;
    heath hth heth; heights hts hghts hgts hieghts ht hgths; highlands hghlds hlds hglds;
    highroad hrd hird; hill hl; hills hls hils; hollow hllw holw; hospital hosp; impasse imp;
    inlet inlt; interchange intg intchg; international intl; intersection intn intsctn;
    interstate i ih; island is id i isl isld; islands iss ids islds;
    junction jct jnc jnct jctn jtn junct j; junctions jcts; key ky; keys kys; knoll knol knl;
    knolls knls; ladder ladr; lagoon lagn lgn lagon; lake lk; lakes lks; landing ldg lndg landng;
    laneway lnwy; library lib; light lgt lt; limits lmts; line ln; link lnk lk;
    little ltl lttl littl litl lt; loaf lf; lock lck; locks lcks; lookout lkt; loops lps; lot lt;
    lower lowr lwr lr; lynne lynn; mall ml; manor mnr; mead md; meadow mdw; meadows mdws;
    meander mndr mdr mr; mew mw; middle mdl midle mddl midl; mile mi; military mil; mill ml;
    mills mls; mountain mtn; mountains mtns; municipal mun mpal; national natl; neaves nvs;
    neck nck; nook nk; northeastern northeastrn northestrn northestn neastern neastrn;
    northwestern northwestrn northwstrn northwstn nwestern nwestrn; orchard orch; outlet otlt;
    outlook otlk; overbridge ovrb; overlook ovlk; overpass opas; paddock padk; palms plms;
    paradise pde pdse; park pk prk; parklands pkld pklds parkland; parkways pkwys; part prt;
    pass ps; passage psge pasg; pathway phwy pway pthway pthwy ptway ptwy; peninsula psla;
    piazza piaz pzza; pine pne pn; pines pns pnes; plain pln pl; plains plns pls;
    plateau plat plt; plaza plz plza pz; pocket pkt pokt pckt; point piont pnt pt;
    pointe pte pnte; port prt pt; ports prts; prairie pr; prarie pr; priors prrs; private pvt;
    pursuit pur; quad qd; quadrangle qdgl; quadrant qdrt qd; quays quys qys; radial radl;
    ramble ra rmbl; ramp rmp; ranch rnch; range rng rnge rang; rapid rpd; rapids rpds; reach rch;
    reserve res resrv resv rsrv rserv rserve rsrve; rest rst; retreat rt rtt; return rtn;
    ridge rdge rdg; ridges rdgs; ridgeway rgwy rdgwy; river riv rvr rivr; riverway rvwy;
    riviera rvra; roads raods rds; roadside rdsd; roadway rdwy rdw rdy; rocks rks; ronde rnde;
    rosebowl rsbl; rotary rty; round rnd; run rn; school sch; serviceway swy svwy svcwy;
    shoal shl; shoals shls; shore shor shr; shores shors shrs; shunt shun shnt; siding sdng sdg;
    skyway skwy; slope slpe slp; sound snd;
    southeastern southeastrn southestrn southestn seastern seastrn;
    southwestern southwestrn southwstrn southwstn swestern swestrn; space spc;
    spring spg sprng sprn; springs spgs sprngs spns; spur spr; squares sqs; stairs strs;
    stairway stwy strwy; station stn sta; steps stps; strand strnd strd; strands strnds strds;
    stravenue strav; stream strm stm; streets sts; strip strp; subdivision subdiv; subway sbwy;
    summit sumt; tarn tn; theatre theater; thicket thick; thoroughfare thor throughfare thfr;
    thoroughway thwy; throughway thru thro thruway trwy thwy; tower twr; towers twrs;
    townline tline; trace trce trc; track tr trk trak; trafficway trfy; trailer trlr;
    tramway tmwy; trees trs; triangle tri; trunkway tkwy; tunnel tun tunl; turn tn trn;
    turnabout trnabt; underpass upas upass; union un; unions uns; university univ; upper uppr upr;
    vale va vl; valley vlly vly vy; valleys vlys vllys; viaduct viad vdct viadct; view vw;
    views vws; villa vla; village vlge vlg vilg vilge; villages vlgs; villas vlas; ville vl;
    vista vst vsta vis; waters wtrs; ways wys; well wl; wells wls; western westrn wstrn wstn;
    wharf whrf whf; wood wd; woods wds; wynd wyn; yard yd yrd
    """
}
