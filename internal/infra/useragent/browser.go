package useragent

import (
	"strings"

	library "github.com/mileusna/useragent"

	"linnet/internal/core/visitor"
)

// named maps a substring of a header to a name. The first match wins.
type named struct{ part, name string }

// app returns the app whose embedded browser shows the page, "" for a separate
// browser.
func app(userAgent string) string {
	if !strings.HasPrefix(userAgent, "Mozilla/") && !strings.HasPrefix(userAgent, "Instagram ") || strings.Contains(userAgent, "CFNetwork/") {
		return "" // the app fetches the page itself
	}
	return first(userAgent, []named{
		{"Instagram", "Instagram"},
		{"Barcelona ", "Threads"},
		{"FB_IAB/MESSENGER", "Messenger"}, {"FB_IAB/Orca", "Messenger"}, {"MessengerForiOS", "Messenger"},
		{"MessengerLiteForiOS", "Messenger"}, {"FBAN/Orca", "Messenger"},
		{"[FBAN/", "Facebook"}, {"FB_IAB/", "Facebook"}, {"FBAV/", "Facebook"}, {"FBIOS", "Facebook"}, {"MetaIAB Facebook", "Facebook"},
		{"BytedanceWebview", "TikTok"}, {"musical_ly", "TikTok"}, {"trill_", "TikTok"}, {"TikTok", "TikTok"},
		{"LinkedInApp", "LinkedIn"},
		{"wxwork/", "WeCom"}, {"MicroMessenger", "WeChat"},
		{" Line/", "Line"},
		{"Snapchat", "Snapchat"},
		{"[Pinterest/", "Pinterest"}, {"Pinterest for ", "Pinterest"},
		{"Twitter for ", "X"}, {"TwitterAndroid", "X"},
		{"KAKAOTALK", "KakaoTalk"},
		{"Telegram-Android", "Telegram"},
		{"WhatsApp/", "WhatsApp"},
		{"Reddit/", "Reddit"},
		{"GSA/", "Google"},
		{"bingapp", "Bing"}, {"BingSapphire", "Bing"},
		{"Weibo", "Weibo"}, {"AlipayClient", "Alipay"}, {" QQ/", "QQ"},
		{"Slack_SSB", "Slack"}, {"com.tinyspeck.chatlyio", "Slack"}, {"Teams/", "Teams"}, {"maglev/", "Teams"}, {" discord/", "Discord"},
		{"Zalo ", "Zalo"}, {"NAVER(inapp", "Naver"}, {"DaumApps", "Daum"}, {"Stream Master", "Stream Master"},
	})
}

// browser returns the name of the browser, or of the app that embeds it.
func browser(parsed library.UserAgent, userAgent string, a visitor.Agent) string {
	if a.InAppBrowser != "" {
		return a.InAppBrowser
	}
	if name := first(userAgent, []named{
		{"HeadlessChrome", "Headless Chrome"},
		{"EdgiOS/", "Edge"}, {"EdgA/", "Edge"}, {"Edg/", "Edge"}, {"Edge/", "Edge"},
		{"OPR/", "Opera"}, {"OPT/", "Opera"}, {"OPiOS/", "Opera"}, {"OPX/", "Opera"}, {"Opera", "Opera"},
		{"SamsungBrowser/", "Samsung Internet"},
		{"YaBrowser/", "Yandex"}, {"Vivaldi/", "Vivaldi"}, {"DuckDuckGo/", "DuckDuckGo"}, {"Ddg/", "DuckDuckGo"},
		{"UCBrowser/", "UC Browser"}, {"UBrowser/", "UC Browser"}, {"MiuiBrowser/", "Mi Browser"},
		{"HuaweiBrowser/", "Huawei Browser"}, {"VivoBrowser/", "vivo Browser"}, {"HeyTapBrowser/", "OPPO Browser"},
		{"MQQBrowser/", "QQ Browser"}, {"QQBrowser/", "QQ Browser"}, {"MetaSr ", "Sogou"}, {"Whale/", "Whale"}, {"Silk/", "Silk"},
		{"Brave", "Brave"}, {"Ecosia", "Ecosia"}, {"PaleMoon/", "Pale Moon"}, {"SeaMonkey/", "SeaMonkey"},
		{"Puffin/", "Puffin"}, {"Coast/", "Opera"}, {"coc_coc_browser/", "Coc Coc"}, {"Sleipnir/", "Sleipnir"},
		{"CriOS/", "Chrome"}, {"FxiOS/", "Firefox"}, {"Focus/", "Firefox"}, {"Klar/", "Firefox"}, {"Firefox/", "Firefox"},
		{"IEMobile/", "Internet Explorer"}, {"MSIE ", "Internet Explorer"}, {"Trident/", "Internet Explorer"},
		{"Epiphany/", "Epiphany"}, {"Konqueror/", "Konqueror"}, {"Falkon/", "Falkon"},
	}); name != "" {
		return name
	}
	switch {
	case a.Bot != "":
		return parsed.Name
	case strings.Contains(userAgent, "; wv)"):
		return "Android WebView"
	case strings.Contains(userAgent, "Chrome/"), strings.Contains(userAgent, "Chromium/"):
		return "Chrome"
	case strings.Contains(userAgent, "Version/") && strings.Contains(userAgent, "Safari/"):
		if a.OS == "Android" {
			return "Android Browser"
		}
		return "Safari"
	case strings.Contains(userAgent, "Safari/") && (a.OS == "iOS" || a.OS == "macOS"):
		return "Safari" // a web app on the home screen
	case strings.HasPrefix(userAgent, "Mozilla/"):
		return "" // an unknown embedded browser
	default:
		return parsed.Name
	}
}

func first(userAgent string, names []named) string {
	for _, n := range names {
		if strings.Contains(userAgent, n.part) {
			return n.name
		}
	}
	return ""
}
