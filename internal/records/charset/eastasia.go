package charset

import (
	"math"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// A script has the characters that names of players, and the words of records, are written in: hot ones, and the
// others of the first level of a standard.
type script struct {
	hot   map[rune]bool
	usual func() map[rune]bool // characters of the first level
}

// newScript returns a script with a first level of two bytes: the first from one to another, the second from trail on.
func newScript(hot string, code encoding.Encoding, from, to, trail byte) *script {
	s := &script{hot: make(map[rune]bool)}
	for _, c := range hot {
		s.hot[c] = true
	}
	s.usual = sync.OnceValue(func() map[rune]bool {
		level := make(map[rune]bool)
		decoder := code.NewDecoder()
		for first := int(from); first <= int(to); first++ {
			for second := int(trail); second <= 0xfe; second++ {
				text, err := decoder.String(string([]byte{byte(first), byte(second)}))
				if c, n := utf8.DecodeRuneInString(text); err == nil && n == len(text) && c != utf8.RuneError {
					level[c] = true
				}
			}
		}
		return level
	})
	return s
}

var (
	chinese   = newScript(hotSimplified+hotShared, simplifiedchinese.GBK, 0xb0, 0xd7, 0xa1)
	taiwanese = newScript(hotTraditional+hotShared, traditionalchinese.Big5, 0xa4, 0xc6, 0x40)
	kanji     = newScript(hotJapanese+hotShared, japanese.ShiftJIS, 0x88, 0x97, 0x40)
	hangul    = newScript(hotKorean, korean.EUCKR, 0xb0, 0xc8, 0xa1)
)

// score returns the likelihood of a text. Characters are alike likely within the hot ones, and within the others of
// the first level.
func (s *script) score(text string) (sum float64) {
	usual := s.usual()
	hot, level := math.Log(.6/float64(len(s.hot))), math.Log(.3/float64(len(usual)))
	ascii := false
	for i, c := range text {
		if was := ascii; i > 0 && was != (c < utf8.RuneSelf) {
			sum -= 2 // a letter beside a character
		}
		ascii = c < utf8.RuneSelf
		switch {
		case c == utf8.RuneError || c >= utf8.RuneSelf && unicode.IsControl(c):
			sum += impossible
		case ascii:
			sum -= 4
		case c >= '｡' && c <= 'ﾟ': // of one byte
			sum -= 8
		case s.hot[c]:
			sum += hot
		case s == kanji && c >= 'ぁ' && c <= 'ヺ' || strings.ContainsRune("、。・ー「」（）　？！：０１２３４５６７８９", c):
			sum -= 6
		case usual[c]:
			sum += level
		default:
			sum -= 15
		}
	}
	return sum
}

// What surnames, given names, ranks and Go records have.
const (
	hotShared = "一二三四五六七八九十段王李林高金方江石田中井本山白黑先手目平名人天元大小国年月日子和文正明光成志"

	hotSimplified = "张刘陈杨赵黄周吴徐孙胡朱何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜" +
		"戴夏钟汪任姜范姚谭廖邹熊陆郝孔崔康毛邱秦史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚芈柯洁古力时越聂卫刚常昊" +
		"世俊晔孔杰伟芮乃胤邬廷宇昱辛檀啸党毅飞谊思钧连笑江维丁浩许嘉阳杨鼎新毅陶欣然范蕴若於之莹周睿羊晓昱国华" +
		"建军强海峰波涛斌鹏超勇辉磊敏静丽芳娜秀英云宏永东春安宁福生德民荣贵祥瑞庆棋赛杯局胜负贴半中盘战冠军决联" +
		"甲围第届全团体个人黑白执行快预选挑圣霸擂台职业业余围棋电视等级邀请对抗让"

	hotTraditional = "張劉陳楊趙黃周吳徐孫胡朱何郭馬羅梁宋鄭謝韓唐馮于董蕭程曹袁鄧許傅沈曾彭呂蘇盧蔣蔡賈丁魏薛葉余潘杜" +
		"戴夏鐘鍾汪任姜范姚譚廖鄒熊陸郝孔崔康毛邱秦史顧侯邵孟龍萬雷錢湯黎易常武喬賀賴龔柯潔古力時越聶衛剛昊俊勳銘" +
		"海峰立誠泰翼元俊彥宏夏晨琨國華建軍強波濤斌鵬超勇輝敏靜麗芳秀英雲永東春安寧福生德民榮貴祥瑞慶棋賽盃杯局" +
		"勝負貼半盤戰冠軍決聯圍第屆全團體個執行快選挑聖霸職業餘電視等級邀請對抗讓嘉宜奕佳蓁睿杰哲子志信奇正揚"

	hotJapanese = "藤佐鈴木高橋田渡伊山小中村林加吉佐々木口松本井上斎清水森池阿部橋石崎谷川前岡後長近遠青坂太金福原野藤" +
		"岸今大西島竹横宮三浦内安工上丸増酒小関武秋菅柴桜千葉久保榎新下平河片趙治勲結城聡張栩羽根直樹坂栄男秀行" +
		"正雄和夫一郎二光康司敏之介美紀子恵依田紀基裕太虎丸許家元芝野余正麒関航呉清源本因坊道策名人天元碁聖棋戦" +
		"期第局勝負黒白段目半先手番投了決定王座十タイトルリーグ杯戦挑予選女流若新鋭学生国際全日本九段八七六五四三"

	hotKorean = "이김박최정조강윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구민진나지엄채원천방공현함" +
		"변염여추도소석선설마길연위표명기반왕금옥육인맹제모탁국은편용창호세돌훈석현진환영철승준민수상희경규연태" +
		"동건욱재범종웅범식만형일한목진석환대한바둑기전결승국흑백단집반승불계제회배왕위전리그본선예선결정미아윤미혜" +
		"은지희정서빈효우찬빈시은변상일신민준신진서박정환강동윤최철한"
)
