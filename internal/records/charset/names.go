package charset

// names are words of names, each line of one language or of some that are alike, by which the pairs of letters are
// known.
var names = []string{
	// German
	`Müller Jäger Schröder König Krämer Böhm Schäfer Günther Köhler Weiß Groß Strauß Hübner Löwenthal Förster Grünfeld
	Sämisch Tröger Pfleger Düsseldorf München Köln Nürnberg Österreich Lüneburg Würzburg Jürgen Björn Rüdiger Günter
	Hölzl Bönsch Kröger Höbarth Schönmann Bäcker Möller Schütz Wölfl Fürth Mühlhausen Göttingen Tübingen Saarbrücken
	Räumer Völker Süß Meißner Preußen Straße Händel Übersee Ährens Öhler Geschäft Fröhlich Hänsel Schlüter Knöpfle`,
	// French
	`André René François Frédéric Rémy Jérôme Stéphane Étienne Gérard Hélène Geneviève Mathéo Éloi Sébastien Cédric
	Maxime Bacrot Vachier Lagrave Fressinet Édouard Véronique Noël Joël Loïc Benoît Jérémy Gaël Hervé Aurélie Désiré
	Évry Orléans Besançon Nîmes Angoulême Génève Liège Chambéry Champagné Château Hôtel Forêt Lefèvre Lemaître Régis
	Mélanie Célestin Raphaël Léo Clément Gaétan Ménard Mégret Colère Frère Molière Père Thérèse Solène Marlène Irène
	Éric Émile Achères Villejuïf Crète Pâques Théo Béatrice Zoé Agnès Grégoire Françoise`,
	// Spanish, Catalan
	`Núñez Peña Muñoz González Rodríguez Fernández Pérez López Martínez Sánchez Gómez Jiménez Díaz Álvarez Domínguez
	Vázquez Gutiérrez Ibáñez Ordóñez Castañeda Yáñez Quiñones Cañete Piñeiro Ramón José Jesús María Andrés Ángel Martín
	Julián Iván Óscar Rubén Víctor Cristóbal Adrián Agustín Málaga León Córdoba Cádiz Logroño España Bogotá México
	Perú Panamá Zúñiga Argüelles Güell Muñiz Íñigo Úbeda Año Niño Señor Español Coruña Zuñiga Avilés Benítez Ortuño`,
	// Portuguese, Italian
	`João José Antônio Conceição Magalhães Simões Guimarães Gonçalves São Paulo Araújo Luís Inês Brandão Leitão Falcão
	Assunção Conceição Camões Mecking Leão Sérgio Cláudio Estêvão Sebastião Nicolò Niccolò Cefalù Forlì Cantù Università
	Città Perché Alò Rodà Mantovà Zanchè Josè Bartolomè Macrì Luqi Zichichì Brasília Goiânia Curitibá Évora Caíco Mário`,
	// Swedish, Finnish
	`Ståhlberg Åkesson Andersson Öst Björk Åström Sjöberg Lindström Nyström Hägg Öberg Ström Håkan Göran Åke Märta Sölve
	Malmö Göteborg Västerås Örebro Jönköping Linköping Gävle Umeå Luleå Hellström Sjödahl Engström Bergström Hååkana Järvi
	Mäkinen Hämäläinen Nyysti Jyväskylä Mäkelä Väisänen Böök Näätänen Hyvönen Pirttimäki Lehtimäki Yrjölä Wästfelt Blomqvist
	Ahlström Grönroos Häggkvist Skåne Ångström Kärner Põder Nõmm Pärnu Sõber Tõnisson Rõtov Jõgi Väli Keres Männik`,
	// Danish, Norwegian
	`Sørensen Jørgensen Kjærgaard Nørgaard Bjørn Møller Østergaard Søren Jørn Lærke Åge Håkon Tromsø Bodø Ålesund
	Århus København Helsingør Hillerød Næstved Rødovre Brønshøj Grønn Bjørnsen Sæther Østby Håvard Pål Gjøvik Drøbak
	Solbrække Djurhuus Føroyar Høi Rødgaard Ørsted Ærø Mærsk Gøran Bræin Kråkmo Hagesæther Lødingen Gudmundsen Ægir Øen
	Kjær Bærum Hætta Præst Lønstrup Tønsberg Åsgård Bøgh Hjorth Sæbø Næss Væver Rømer`,
	// Icelandic
	`Guðmundur Sigurðsson Þorsteinn Þröstur Þórhallsson Hannes Stefánsson Héðinn Steingrímsson Jóhann Hjartarson Friðrik
	Ólafsson Helgi Grétarsson Björn Þorfinnsson Bragi Þorfinnsson Guðlaug Þorsteinsdóttir Hjörvar Steinn Grétarsson Ragnar
	Davíð Kjartansson Jón Viktor Gunnarsson Reykjavík Kópavogur Akureyri Hörður Garðar Sævar Bjarnason Magnús Örn Ýmir Æsir
	Sigríður Þór Þóra Eiður Guðrún Hafnarfjörður Þorvaldur Auðunn Viðar Breiðablik Ingvar Þór Jóhannesson Kveldúlfur`,
	// Czech, Slovak
	`Navrátil Novák Dvořák Čapek Hráček Ftáčník Štohl Řehoř Babula Šimáček Kratochvíl Němec Krejčí Jiří Tomáš Ondřej
	Kříž Žák Růžička Marešová Černý Veselý Procházka Svoboda Havlíček Zdeněk Stanislav Luděk Luboš Ľubomír Máša Táňa
	Plzeň Třebíč Brno Ústí Liberec Břeclav Olomouc Košice Žilina Trenčín Bratislava Vlastimil Hořejší Petrosjanová Haba
	Šmejkal Láznička Pavel Kačer Přibyl Žatec Vyškov Děčín Frýdek Místek Sedláček Vaněk Kučera Bělá Jičín Říčany Matouš
	Dušan Miloš Běla Škoda Hůlka Blažek Čech Kašparů Jakubův Michálek Ďuriš Ťapák Hříbek Řezníček Ježek Coufalová Ševčík`,
	// Polish
	`Wałęsa Łukasz Paweł Michał Krasenkow Święcicki Gdański Wójcik Kowalczyk Wiśniewski Dąbrowski Zieliński Szymański
	Woźniak Kozłowski Jankowski Mazur Kwiatkowski Krawczyk Piotrowski Grabowski Nowakowski Pawłowski Michalski Wróbel
	Jabłoński Majewski Stępień Górski Malinowski Sikora Bąk Głowacki Zając Król Błażej Grzegorz Radosław Mirosław Wacław
	Łódź Kraków Wrocław Poznań Gdańsk Toruń Częstochowa Białystok Rzeszów Świdnica Żywiec Ścibor Ćwik Ślęzak Żółtek Łęczna
	Stanisław Bolesław Przemysław Gąsior Bąkowski Mąka Dąbek Kądziołka Trąba Piątek Brzęk Mączka Jąkała Ząbek Lądek Zbąszyń Sądecki Książek Mądry Łącki Agnieszka Małgorzata Żaneta Ewa Jędrzej Śliwa Gajewski Włodzimierz Macieja Bartłomiej`,
	// Hungarian
	`Lékó Péter Almási Zoltán Szabó László Portisch Lajos Ribli Sax Gyula Adorján András Barcza Bilek Forintos Győző Polgár
	Zsófia Judit Berkes Ferenc Erdős Viktor Rapport Richárd Balogh Csaba Ács Ruck Róbert Gledura Benjámin Bánusz Tamás Hőgye
	Mirella Hoang Gara Ticia Győr Pécs Székesfehérvár Nyíregyháza Kecskemét Szőllősi Fűzfa Hűvös Kőszegi Török Kővári Őze Bokros
	Fehér Fodor Ernő Jenő Dezső Gergő Szűcs Fűrész Vidéki Sándor Kertész Csőke Mező Nagykőrös Érdi Mátyás Bálint Gyűrű Tűz Gerő`,
	// Croatian, Serbian, Slovene
	`Petrović Ivković Gligorić Ljubojević Matanović Ivanović Popović Velimirović Nikolić Damljanović Kožul Šarić Palac
	Hulak Žaja Brkić Stević Zelčić Jovanović Čabrić Đurić Đorđević Marković Ilić Pavlović Stojanović Živković Lazić Kovačević
	Mišić Perišić Šušnjar Đukić Miloš Nenad Siniša Dražen Krešimir Tomislav Željko Zoran Čedomir Branko Damjanović Trajković
	Šibenik Osijek Čakovec Niš Šabac Čačak Vršac Užice Maribor Žalec Škofja Preuž Beliavski Lenič Šolak Borišek Tratar Črnič
	Skoberne Pikula Indjić Roganović Drašković Blagojević Sedlak Bošković Božić Ćirić Ćosić Horvat Kovač Jerič Žnidaršič`,
	// Romanian
	`Nisipeanu Lupulescu Constantin Mihail Marin Gheorghiu Florin Ciocâltea Șubă Şubă Bărbulescu Popescu Ţepeş Ştefănescu
	Vasilescu Bucureşti Timişoara Braşov Iaşi Constanţa Târgu Mureş Piteşti Râmnicu Vâlcea Pârligras Vajda Levente Bogdan
	Istrăţescu Andreea Cristina Foişor Nevednichy Mădălina Mărgineanu Drăgan Dumitraşcu Moraru Călugăriţa Gârbea Ionuţ Costuţ`,
	// Turkish
	`Yılmaz Şahin Yıldız Öztürk Aydın Özdemir Arslan Doğan Kılıç Çetin Kara Koç Kurt Özkan Şimşek Polat Özcan Korkmaz
	Çakır Erdoğan Yavuz Can Acar Şen Aktaş Güler Yalçın Güneş Bozkurt Bulut Keskin Ünal Turan Gül Özer Işık Kaplan Avcı Sarı Tekin
	Taş Köse Yüksel Ateş Aksoy İstanbul İzmir Eskişehir Muğla Diyarbakır Balıkesir Kırşehir Ağrı Iğdır Şanlıurfa Mustafa Barış
	Emre Kıvanç Haznedaroğlu Ekrem Oğuzhan Betül Cemre Gündüz Kübra Öztürk Yağız Gürel Ediz Işıl Bağcı Sığırcı Türkiye Çağlar
	Oğuz Tuğba Başaran Kırıkkale Süleyman Şükrü Turgut Dalkıran Adıyaman Şeyma Yaşar Başkan Kazım Çığ Ilgın Şengül`,
	// Russian
	`Иванов Петров Сидоров Смирнов Кузнецов Соколов Попов Лебедев Козлов Новиков Морозов Волков Алексеев Федоров Михайлов
	Карпов Каспаров Крамник Ботвинник Смыслов Таль Петросян Спасский Корчной Бронштейн Керес Геллер Полугаевский Тайманов Авербах
	Котов Болеславский Сергей Александр Алексей Владимир Дмитрий Андрей Николай Евгений Михаил Юрий Виктор Анатолий Борис Василий
	Игорь Олег Москва Санкт-Петербург Ленинград Киев Новосибирск Екатеринбург Казань Самара Турнир Чемпионат Кубок Россия партия
	первенство открытый рапид блиц мемориал финал матч Григорьев Щербаков Жуков Чернышев Яковлев Цветков Шишкин Хасанов Эйдельман
	Наталья Ольга Елена Татьяна Ирина Анна Светлана Мария Людмила Екатерина Юлия Ёлкин ход белые чёрные мат ничья лучше также это`,
	// Ukrainian, Bulgarian, Serbian
	`Шевченко Іванчук Коваленко Бондаренко Ткаченко Кравченко Олійник Шевчук Поліщук Лисенко Руденко Савченко Мельник Григорій
	Київ Львів Харків Дніпро Одеса Чернівці Тернопіль Сергій Олексій Андрій Дмитро Василь Юрій Ярослав Їжакевич Єфименко Пономарьов
	Топалов Чепаринов Георгиев Иванов Димитров Николов Тодоров Стоянов Христов Ангелов Петков София Пловдив Варна Бургас Антоанета
	Стефанова Желязко Кирил Ђорђевић Јовановић Петровић Глигорић Љубојевић Његош Чачак Ниш Београд Нови Сад Шабац`,
	// Greek
	`Παπαδόπουλος Γεωργίου Κωνσταντίνου Δημητρίου Ιωάννου Νικολάου Παπανικολάου Βασιλείου Αντωνίου Αθανασίου Χριστοδούλου
	Κωτρωνιάς Γραμμένος Σκέμπρης Μαστροβασίλης Χαλκιάς Μπανίκας Γκόρμπατοβ Δημήτρης Γιώργος Γιάννης Νίκος Κώστας Βασίλης Παναγιώτης
	Χρήστος Αντώνης Σταύρος Ηλίας Μιχάλης Σπύρος Στέλιος Θανάσης Αθήνα Θεσσαλονίκη Πάτρα Ηράκλειο Λάρισα Βόλος Ρόδος Χανιά Καλλιθέα
	Ελλάδα Πρωτάθλημα Κύπελλο Τουρνουά Σκάκι Όμιλος Αλέξανδρος Σωτήρης Φώτης Χαράλαμπος Τσιρώνης Μαρία Ελένη Κατερίνα Σοφία Λευκός
	Μαύρος Βλάχος Ξένος Ψωμάς Ζαχαρίας Οικονόμου Καραγιάννης Τριανταφύλλου Μακρής Πετράκης Στεφανίδης Λάμπρου`,
	// English, and names in ASCII
	`Smith Johnson Brown Miller Davis Wilson Anderson Taylor Thomas Moore Jackson Martin White Harris Clark Lewis Robinson Walker
	Carlsen Anand Kramnik Caruana Nakamura Karjakin Grischuk Svidler Gelfand Ivanchuk Kasparov Karpov Fischer Spassky Tal Open
	Championship Tournament Round Rapid Blitz Cup Memorial Garcia Lopez Hernandez Peter Michael David Robert Daniel Alexander`,
}
