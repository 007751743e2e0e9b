package charset

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"text/tabwriter"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// corpora have usual names of players and towns, written down for this test. x/text encodes them.
var corpora = []struct {
	language string
	encoding encoding.Encoding
	names    string
	right    [4]int // least percentage of files of 1, 3, 10 and 100 games that are read right
}{
	{"Czech", charmap.Windows1250, "Vokáč, Marek;Jansa, Vlastimil;Hort, Vlastimil;Michálek, Jiří;Stočes, Ondřej;Votava, Jan;" +
		"Kalod, Radek;Láznička, Viktor;Nguyen, Thai Dai Van;Zwardoň, Vojtěch;Bernášek, Jan;Cvek, Róbert;Žilka, Štěpán;Jirovský, Miloš;" +
		"Šosna, Otto;Pisk, Petr;Vlček, Matěj;Hruška, Tomáš;Doležal, Bohumil;Křížová, Věra", [4]int{75, 88, 98, 100}},
	{"Polish", charmap.Windows1250, "Socko, Bartosz;Miton, Kamil;Duda, Jan-Krzysztof;Moranda, Wojciech;Świercz, Dariusz;" +
		"Bartel, Mateusz;Tomczak, Jacek;Gajewski, Grzegorz;Kanarek, Marcel;Dragun, Kamil;Pakleza, Zbigniew;Jaroszewicz, Świętosława;" +
		"Rudnicki, Zdzisław;Błaszczyk, Marek;Sęk, Łucja;Jabłonowska, Róża;Ostrów, Kąty;Wąsowicz, Józef;Zawadzka, Jolanta;Słoń, Henryk", [4]int{60, 80, 98, 100}},
	{"Hungarian", charmap.Windows1250, "Sárosi, Károly;Horváth, Imre;Pintér, József;Gyimesi, Zoltán;Acs, Péter;Hazai, László;" +
		"Faragó, Iván;Csom, István;Vadász, László;Grószpéter, Attila;Medvegyi, Nándor;Kántor, Gergely;Balogh, Ágnes;Őri, Gergő;Szűgyi, Ernő;" +
		"Kövér, Lőrinc;Gál, Dániel;Bodnár, Jenő;Kozák, Ádám;Rácz, Béla", [4]int{75, 78, 90, 100}},
	{"Croatian", charmap.Windows1250, "Šuba, Mihajlo;Jurić, Ante;Cvitan, Ognjen;Bogut, Željko;Plenča, Jadranko;Tomašević, Goran;" +
		"Zufić, Miroslav;Perić, Slaven;Čubrić, Goran;Matulović, Milan;Ćurin, Ivo;Rakić, Tomislav;Vuković, Zlatko;Babić, Josip", [4]int{68, 92, 98, 100}},
	{"Russian", charmap.Windows1251, "Непомнящий, Ян;Свидлер, Пётр;Грищук, Александр;Карякин, Сергей;Морозевич, Александр;" +
		"Дреев, Алексей;Халифман, Александр;Бареев, Евгений;Рублевский, Сергей;Артемьев, Владислав;Дубов, Даниил;Федосеев, Владимир;Есипенко, Андрей;" +
		"Витюгов, Никита;Малахов, Владимир;Рязанцев, Александр;Зубов, Ян;Костенюк, Александра;Лагно, Катерина;Горячкина, Александра", [4]int{98, 100, 100, 100}},
	{"Greek", charmap.Windows1253, "Παπαϊωάννου, Ιωάννης;Νικολαΐδης, Ιωάννης;Θεοδώρου, Νικόλας;Χατζηδάκης, Μανώλης;Καλαμπόκης, Άγγελος;" +
		"Αραβίδης, Ορέστης;Στούπης, Τάσος;Μαυρίδης, Πέτρος;Δούκας, Ευάγγελος;Ρήγας, Λευτέρης;Ευθυμίου, Άννα;Μποτσάρη, Αγγελική", [4]int{98, 100, 100, 100}},
	{"Turkish", charmap.Windows1254, "Atalık, Suat;Yazgan, Kamer;Şanal, Vahap;Demirkıran, Tuğrul;Erdoğdu, Mert;Karaoğlu, Esra;" +
		"Ipatov, Alexander;Can, Emre;Yıldırım, Ayşe;Doğru, İsmail;Ateşoğlu, Gökhan;Altıntaş, Zeynep;Çelik, Uğur;Başarır, Hakan;Ağaoğlu, Nazım;" +
		"Beşiktaş, Kadıköy", [4]int{75, 95, 100, 100}},
	{"German", charmap.Windows1252, "Hübner, Robert;Blübaum, Matthias;Döttling, Fabian;Naiditsch, Arkadij;Gärtner, Jörg;Bäumler, Anke;" +
		"Höfelsauer, Günther;Schön, Wolfgang;Rößler, Jürgen;Müller, Karsten;Lüders, Björn;Würdinger, Mona;Fünfstück, Götz;Prüfer, Käthe", [4]int{100, 100, 100, 100}},
	{"French", charmap.Windows1252, "Dorfman, Joséf;Renet, Éric;Andruet, Gilles;Lautier, Joël;Relange, Éloi;Degraeve, Jean-Marc;" +
		"Édouard, Romain;Cornette, Mathieu;Moussard, Jules;Libiszewski, Fabien;Guézennec, Gwenaël;Léglise, Théophile;Crémieux, Mélissa;" +
		"Prévost, Agnès;Fontainè, Zoé;Lebègue, Renée", [4]int{100, 100, 100, 100}},
	{"Spanish", charmap.Windows1252, "Illescas Córdoba, Miguel;Vallejo Pons, Francisco;Antón Guijarro, David;Peralta, Fernando;" +
		"Bruzón Batista, Lázaro;Domínguez Pérez, Leinier;Granda Zúñiga, Julio;Cordero, Raúl;Iturrizaga, Eduardo;Alsina, Begoña;Miñón, Román;" +
		"Ibarra Jérez, José Carlos;Muñiz, Íñigo;Larrañaga, Inés;Peñalver, Verónica", [4]int{100, 100, 100, 100}},
	{"Portuguese", charmap.Windows1252, "Galego, Luís;Fernandes, António;Damaso, Rui;Leitão, Rafael;Milos, Gilberto;Vescovi, Giovanni;" +
		"Matsuura, Éverton;Assumpção, Fábio;Simões, Inácio;Magalhães, Conceição;Viçosa, Mauricio;Brandão, Cecília", [4]int{100, 100, 100, 100}},
	{"Scandinavian", charmap.Windows1252, "Øgaard, Leif;Hansen, Curt;Nielsen, Peter Heine;Ågren, Börje;Grandelius, Nils;Hillarp, Åsa;" +
		"Hammer, Jon Ludvig;Agdestein, Simen;Tiger Hillarp Persson;Østmoe, Børge;Bjerke, Tønnes;Kjølberg, Pål;Sjöström, Märit;Lundström, Håkan;" +
		"Hämäri, Väinö;Pöysä, Åke;Sørli, Bård", [4]int{100, 100, 100, 100}},
	{"Icelandic", charmap.Windows1252, "Stefánsson, Hannes Hlífar;Ólafsson, Þráinn;Þorgeirsson, Sverrir;Grétarsson, Arnþór;Sigurðardóttir, Lenka;" +
		"Hauksdóttir, Guðný;Þórðarson, Einar;Jónasson, Böðvar", [4]int{100, 100, 100, 100}},
	{"West European", charmap.Windows1252, "Hübner, Robert;Édouard, Romain;Bruzón Batista, Lázaro;Fernandes, António;Ågren, Börje;" +
		"Pöysä, Åke;Sigurðardóttir, Lenka;Østmoe, Børge;Muñiz, Íñigo;Leitão, Rafael;Lautier, Joël;Rößler, Jürgen", [4]int{100, 100, 100, 100}},
	{"East European", charmap.Windows1250, "Jirovský, Miloš;Błaszczyk, Marek;Grószpéter, Attila;Plenča, Jadranko;Hübner, Robert;" +
		"Świercz, Dariusz;Vokáč, Marek;Cvitan, Ognjen;Perić, Slaven;Horváth, Imre;Pintér, József;Rößler, Jürgen;Vlček, Matěj", [4]int{75, 85, 98, 100}},
	{"Capitals of the West", charmap.Windows1252, "HÜBNER, ROBERT;ÉDOUARD, ROMAIN;BRUZÓN, LÁZARO;FERNANDES, ANTÓNIO;ÅGREN, BÖRJE;" +
		"PEÑALVER, VERÓNICA;LEITÃO, RAFAEL;ØSTMOE, BØRGE;MUÑIZ, ÍÑIGO;LAUTIER, JOËL;GÜNTHER, JÖRG;PRÉVOST, AGNÈS", [4]int{100, 100, 100, 100}},
	{"Capitals of Russia", charmap.Windows1251, "СВИДЛЕР, ПЁТР;ГРИЩУК, АЛЕКСАНДР;КАРЯКИН, СЕРГЕЙ;МОРОЗЕВИЧ, АЛЕКСАНДР;ДУБОВ, ДАНИИЛ;" +
		"ЕСИПЕНКО, АНДРЕЙ;ВИТЮГОВ, НИКИТА;ЛАГНО, КАТЕРИНА", [4]int{100, 100, 100, 100}},
	{"Comments in English", charmap.Windows1252, "it’s equal;don’t take;“a good move”;White’s – plan;Black’s king—weak;he’d;they’ll…;" +
		"isn’t it;the ‘bad’ bishop;Kasparov’s idea;±;½;cliché;naïve;zugzwang…and wins;I’ve seen;we’re;can’t move;“Hello” he said;Réti’s trap", [4]int{100, 100, 100, 100}},
	{"Comments in German", charmap.Windows1252, "Weiß möchte natürlich angreifen;Schwarz überlegt längere Zeit;ein großer Fehler;" +
		"die schönste Fortsetzung wäre;dafür genügt;Läufer schlägt;»wie früher«;zurück nach Köln;für König und Dame;Eröffnung;äußerst", [4]int{100, 100, 100, 100}},
	{"Comments in French", charmap.Windows1252, "le coup précédent était mauvais;après l’échange;très forte;ça gagne;les Blancs préfèrent;" +
		"à éviter;plutôt que;même idée;« la dernière »;où;déjà joué;peut-être;forcé;le côté roi;menaçait", [4]int{100, 100, 100, 100}},
	{"DOS, German", charmap.CodePage850, "Müller, Jörg;Böhm, Günter;Schäfer, Björn;Hübner, Robert;Krämer, Jürgen;Weiß, Käthe", [4]int{0, 0, 0, 0}},
	{"DOS, French", charmap.CodePage850, "Renet, Éric;André, Cédric;Prévost, Agnès;Lautier, Joël;Crémieux, Mélissa;François, Thérèse", [4]int{0, 0, 0, 0}},
	{"Russian, KOI8", charmap.KOI8R, "Свидлер, Петр;Грищук, Александр;Карякин, Сергей;Морозевич, Александр;Дубов, Даниил;Есипенко, Андрей;" +
		"Витюгов, Никита;Лагно, Катерина", [4]int{100, 100, 100, 100}},
	{"Russian, DOS", charmap.CodePage866, "Свидлер, Петр;Грищук, Александр;Карякин, Сергей;Морозевич, Александр;Дубов, Даниил;Есипенко, Андрей;" +
		"Витюгов, Никита;Лагно, Катерина", [4]int{100, 100, 100, 100}},
	{"Czech, ISO", charmap.ISO8859_2, "Vokáč, Marek;Michálek, Jiří;Stočes, Ondřej;Láznička, Viktor;Zwardoň, Vojtěch;Žilka, Štěpán;" +
		"Jirovský, Miloš;Šosna, Otto;Vlček, Matěj;Hruška, Tomáš;Doležal, Bohumil;Křížová, Věra", [4]int{80, 90, 98, 100}},
	{"Japanese, EUC", japanese.EUCJP, "井山裕太;一力遼;芝野虎丸;許家元;高尾紳路;山下敬吾;羽根直樹;小林光一;武宮正樹;加藤正夫;大竹英雄;石田芳夫;" +
		"橋本宇太郎;高川格;木谷実", [4]int{80, 98, 100, 100}},
	{"Chinese", simplifiedchinese.GBK, "聂卫平;马晓春;柯洁;古力;李世石;常昊;周睿羊;芈昱廷;时越;唐韦星;范廷钰;连笑;党毅飞;檀啸;陈耀烨;江维杰;丁浩;谢尔豪;" +
		"杨鼎新;辜梓豪;彭立尧;邱峻;孔杰;胡耀宇;俞斌;刘小光;罗洗河;於之莹;王晨星;芮乃伟", [4]int{85, 98, 100, 100}},
	{"Taiwanese", traditionalchinese.Big5, "周俊勳;王立誠;張栩;陳詩淵;蕭正浩;林至涵;黃翊祖;王元均;許皓鋐;賴均輔;林君諺;陳祈睿;蔡丞韋;楊博崴;黑嘉嘉;張凱馨;" +
		"俞俐均;盧鈺樺;謝依旻;楊志德;夏大銘;彭景華;林海峰;戴嘉伸", [4]int{88, 98, 100, 100}},
	{"Japanese", japanese.ShiftJIS, "井山裕太;一力遼;芝野虎丸;許家元;高尾紳路;山下敬吾;羽根直樹;張栩;小林光一;武宮正樹;加藤正夫;大竹英雄;石田芳夫;趙治勲;" +
		"依田紀基;結城聡;河野臨;余正麒;本木克弥;伊田篤史;藤沢里菜;上野愛咲美;謝依旻;坂田栄男;藤沢秀行;呉清源;木谷実;岩本薫;橋本宇太郎;高川格", [4]int{98, 100, 100, 100}},
	{"Korean", korean.EUCKR, "이창호;이세돌;조훈현;유창혁;서봉수;박정환;신진서;최철한;강동윤;김지석;원성진;목진석;박영훈;안성준;나현;변상일;이동훈;" +
		"신민준;박건호;최정;오유진;조혜연;김채영;윤준상;허영호;온소진;홍성지;백홍석;이영구;한상훈", [4]int{98, 100, 100, 100}},
}

// TestCorpora guesses the encodings of files with so many games, 100 of each kind. If it is verbose it prints the
// percentages that are read right, in a wrong encoding, and as Windows-1252 without being that.
func TestCorpora(t *testing.T) {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, c := range corpora {
		list := strings.Split(c.names, ";")
		rng := rand.New(rand.NewPCG(1, 2))
		var line strings.Builder
		line.WriteString(c.language)
		for k, games := range []int{1, 3, 10, 100} {
			right, wrong, undecided, plain := 0, 0, 0, 0
			const files = 100
			for range files {
				var text strings.Builder
				for range games {
					fmt.Fprintf(&text, "[White \"%s\"]\n[Black \"%s\"]\n\n1. e4 *\n\n", list[rng.IntN(len(list))], list[rng.IntN(len(list))])
				}
				raw, err := c.encoding.NewEncoder().Bytes([]byte(text.String()))
				if err != nil {
					t.Fatalf("%s: %v", c.language, err)
				}
				var seen Tally
				seen.Add(raw)
				e, _ := seen.Guess()
				got := e.Encoding
				if got == nil {
					got = charmap.Windows1252
				}
				read, _ := got.NewDecoder().Bytes(raw)
				switch {
				case seen.Empty():
					plain++
				case string(read) == text.String():
					right++
				case e.Name == "":
					undecided++
				default:
					wrong++
					if testing.Verbose() && wrong < 4 {
						names := bytes.ReplaceAll(read, []byte("\n"), nil)
						t.Logf("%s, %d: %s: %q", c.language, games, e.Name, names[:min(len(names), 200)])
					}
				}
			}
			fmt.Fprintf(&line, "\t%d %d %d", right*100/(files-plain), wrong*100/(files-plain), undecided*100/(files-plain))
			if right*100 < c.right[k]*(files-plain) {
				t.Errorf("%s: of %d files of %d games, %d are read right", c.language, files-plain, games, right)
			}
			if most := 5 * files / 100; wrong > most || wrong > 0 && games >= 10 {
				t.Errorf("%s: of %d files of %d games, %d are read in a wrong encoding", c.language, files-plain, games, wrong)
			}
		}
		fmt.Fprintln(w, line.String())
	}
	if testing.Verbose() {
		w.Flush()
	}
}

// TestNamed: names of encodings, and other words.
func TestNamed(t *testing.T) {
	for name, want := range map[string]string{"windows-1251": "windows-1251", "CP1251": "windows-1251", " cp936 ": "gbk",
		"gb2312": "gbk", "sjis": "shift_jis", "cp932": "shift_jis", "latin1": Default, "utf-8": Default, "utf-16le": Default,
		"cp866": "ibm866", "latin2": "iso-8859-2", "euc-kr": "euc-kr", "big5": "big5", "cp949": "euc-kr"} {
		if e, err := Named(name); err != nil || e.String() != want {
			t.Errorf("%q is %v, error %v, want %s", name, e, err, want)
		}
	}
	for _, name := range []string{"", "klingon", "cp", "cp99999999", "iso-2022-kr"} {
		if e, err := Named(name); err == nil {
			t.Errorf("%q is %v", name, e)
		}
	}
}

// TestStays: text that is ASCII or UTF-8 says nothing.
func TestStays(t *testing.T) {
	for _, text := range []string{"", "[White \"Smith\"]", "Пётр Čapek 柯洁 이창호", strings.Repeat("ü", 100)} {
		var seen Tally
		seen.Add([]byte(text))
		if e, sure := seen.Guess(); e.Name != "" || sure || !seen.Empty() {
			t.Errorf("%q: %v", text, e)
		}
	}
}

// FuzzGuess: no bytes make it panic, guesses do not depend on chance, and each fits its text.
func FuzzGuess(f *testing.F) {
	for _, c := range corpora {
		raw, err := c.encoding.NewEncoder().String(c.names)
		if err != nil {
			f.Fatal(err)
		}
		f.Add([]byte(raw), []byte(raw[1:min(len(raw), 9)]))
	}
	f.Fuzz(func(t *testing.T, a, b []byte) {
		var one, other Tally
		one.Add(a)
		one.Add(b)
		other.Add(a)
		other.Add(b)
		e, sure := one.Guess()
		if again, sure2 := other.Guess(); e.Name != again.Name || sure != sure2 {
			t.Fatalf("%v, then %v", e, again)
		}
		if sure && !one.Fits(e) {
			t.Fatalf("%v is guessed and does not fit", e)
		}
		e.Text(a)
	})
}
