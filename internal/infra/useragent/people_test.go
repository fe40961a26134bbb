package useragent

import (
	"fmt"
	"testing"

	"linnet/internal/core/visitor"
)

const (
	desktopChrome = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/116.0.5845.97 Safari/537.36"
	phone         = "Mozilla/5.0 (Linux; Android 7.0; %s) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/81.0.4044.138 Mobile Safari/537.36"
	webOS         = "Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/79.0.3945.79 Safari/537.36 "
)

// Browsers whose headers contain names that no list has, versions of any form, and
// the site of the browser.
func TestParse_RecognizesBrowsersByTheirForm(t *testing.T) {
	t.Parallel()
	p := newParser(t)
	for _, header := range []string{
		desktopChrome + " Unheard/12.0.1234.5 r7", desktopChrome + " UnheardBrowser/2.1",
		desktopChrome + " Unheard/116.0.5845.97", desktopChrome + " (Chromium Test)", desktopChrome + " OPR/102.0 (Edition Test)",
		"UnheardBrowser/3.1 (Linux)",
		"Mozilla/5.0 (Windows NT 10.0; rv:115.0) Gecko/20100101 Firefox/115.0 Unheard/115.0",
		"Mozilla/5.0 (Windows NT 6.1; rv:31.0) Gecko/20100101 Firefox/31.0 Unheard/7", // Gecko before 2017
		"Mozilla/5.0 (Mobile; rv:48.0; UNHEARD) Gecko/48.0 Firefox/48.0 KAIOS/2.5",
		"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/535.22 (KHTML, like Gecko) Safari/535.22 Unheard/0.5", // WebKit before 2013
		"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Electron/28.0.0 Safari/537.36 Unheard/1.0",
		"Mozilla/5.0 (Linux; Android 13; Unheard X1)",
		"Mozilla/5.0 (Linux; Android 10; SM-A105F; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/74.0.3729.185 Mobile Safari/537.36 UnheardBrowser/3.17 (https://unheard.example/contact)",
		"Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 5.1; Unheard Embedded Web Browser from: http://unheard.example/; .NET CLR 1.1.4322)",
	} {
		if got := p.Parse(header).Bot; got != "" {
			t.Errorf("%s: %q", header, got)
		}
	}
}

func TestParse_RecognizesNamedBrowsers(t *testing.T) {
	t.Parallel()
	p := newParser(t)
	for header, browser := range map[string]string{
		desktopChrome + " SE 2.X MetaSr 1.0":                                                                                "Sogou",
		desktopChrome + " Slack_SSB/4.44.60":                                                                                "Slack",
		desktopChrome + " Edg/116.0.1938.62 maglev/24004.1304.2655.7488/50":                                                 "Teams",
		desktopChrome + " wxwork/4.1.20 (MicroMessenger/6.2) WindowsWechat MailPlugin_Electron WeMail embeddisk":            "WeCom",
		desktopChrome + " Stream Master":                                                                                    "Stream Master",
		fmt.Sprintf(phone, "Pixel 10 Pro XL Build/CP1A.260305.018; wv") + " MetaIAB Facebook":                               "Facebook",
		fmt.Sprintf(phone, "CUBOT") + " Instagram 132.0.0.26.134 Android (26/8.0.0; 480dpi; 1080x2016; CUBOT; robots bot;)": "Instagram",
	} {
		if got := p.Parse(header); got.Bot != "" || got.Browser != browser {
			t.Errorf("%s: %q, browser %q, want %q", header, got.Bot, got.Browser, browser)
		}
	}
}

func TestParse_DoesNotSearchModels(t *testing.T) {
	t.Parallel()
	p := newParser(t)
	for _, model := range []string{
		"M BOT 551", "M bot 51", "IDbot553 Build/MRA58K", "B BOT 50", "M_bot_tab_71", "Robot R3", "Abbott X1", "Talbot", "Spider Man 2",
		"X'Tab 10 Build/JDQ39", "X <Build/ID>", "en-us; Robot", "U; de-de; Robot; wv",
	} {
		if got := p.Parse(fmt.Sprintf(phone, model)); got.Bot != "" || got.OS != "Android" {
			t.Errorf("%s: %+v", model, got)
		}
	}
	windowsPhone := "Mozilla/5.0 (compatible; MSIE 9.0; Windows Phone OS 7.5; Trident/5.0; IEMobile/9.0; SAMSUNG; Robot's)"
	if got := p.Parse(windowsPhone).Bot; got != "" {
		t.Errorf("%s: %q", windowsPhone, got)
	}
	for _, model := range []string{"K; compatible; Test/1.0 robot", "Testbot/2.1", "K) Testbot", "K; https://example.com/robot"} {
		if p.Parse(fmt.Sprintf(phone, model)).Bot == "" {
			t.Errorf("%s is not classified as a bot", model)
		}
	}
}

// A model that has the name of another maker's does not change the system.
func TestParse_PrefersTheSystemToTheModel(t *testing.T) {
	t.Parallel()
	p := newParser(t)
	for model, device := range map[string]visitor.Device{
		"iPhone 15 Pro Max": visitor.Mobile, "HiPad-Air": visitor.Tablet, "BlackBerry STV100": visitor.Mobile, "webOS X": visitor.Mobile,
	} {
		if got := p.Parse(fmt.Sprintf(phone, model)); got.OS != "Android" || got.Device != device {
			t.Errorf("%s: %+v, want %s", model, got, device)
		}
	}
	for header, system := range map[string]string{
		"Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1":               "iOS",
		"Mozilla/5.0 (Windows Phone 10.0; Android 6.0.1; Microsoft; Lumia 950) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/52.0 Mobile Safari/537.36 Edge/15": "Windows Phone",
	} {
		if got := p.Parse(header).OS; got != system {
			t.Errorf("%s: %q", header, got)
		}
	}
}

func TestParse_RecognizesTelevisions(t *testing.T) {
	t.Parallel()
	p := newParser(t)
	for _, header := range []string{
		webOS + "DMOST/2.0.0 (; LGE; webOSTV; WEBOS6.3.0 03.34.95; W6_K7LP;)",
		webOS + "LG Browser/8.00.00(LGE; 49UK6300; 03.10.00; 1; DTV_W18A); webOS.TV-2018",
		"Mozilla/5.0 (Linux armv7l) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/84.0.4147.140 Safari/537.36 Unheard/46.0 Model/X VIDAA/5.0(MAJESTIC;SmartTV;X;)",
		"Mozilla/5.0 (Linux; Tizen 2.3) AppleWebKit/538.1 (KHTML, like Gecko)Version/2.3 TV Safari/538.1",
		"Mozilla/5.0 (Linux; Android 9; Q43YK-MB; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/113.0.5672.163 TV Safari/537.36",
		"HbbTV/1.4.1 (;Unheard;;;;) Mozilla/5.0 (Linux; U; en-GB) AppleWebKit/537.36 (KHTML, like Gecko) Unheard/4.0.0 Chrome/51.0.2704.100 Safari/537.36",
	} {
		if got := p.Parse(header); got.Bot != "" || got.Device != "" {
			t.Errorf("%s: %+v", header, got)
		}
	}
	if got := p.Parse(fmt.Sprintf(phone, "FlareDTV")).Device; got != visitor.Mobile {
		t.Errorf("a phone with a tuner: %q", got)
	}
}

func TestParse_ClassifiesProgramsThatExtendOtherEngines(t *testing.T) {
	t.Parallel()
	p := newParser(t)
	for _, header := range []string{
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_10; rv:60.0) Gecko/20100101 Firefox/60.0 Collapsify",
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/14.0 Safari/605.1.15 MarketGoo/2.1",
		"Mozilla/5.0 (Unknown; Linux x86_64) AppleWebKit/602.1 (KHTML, like Gecko) wkhtmltopdf Version/10.0 Safari/602.1",
		"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/602.1 (KHTML, like Gecko) wkhtmltoimage Version/10.0 Safari/602.1",
		"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/536.11 (KHTML, like Gecko) DumpRenderTree/0.0.0.0 Safari/536.11",
		"Mozilla/5.0 (iPhone; CPU iPhone OS 11_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Unheard Version/11.0 Mobile/15E148 Safari/604.1",
		"Mozilla/5.0 (X11; Ubuntu; Linux i686; rv:14.0; Unheard) Gecko/20100101 Firefox/14.0.1",
		"Mozilla/5.0 (Unheard; Windows NT 10.0; Win64; x64; rv:84.0) Gecko/20100101 Firefox/84.0",
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:103.0) Gecko/20100101 Firefox/103.0 (Unheard)",
		desktopChrome + " (unheard.example)", desktopChrome + " Unheard", desktopChrome + " 36b1546a5700e52eb2972b3f92b314fa",
		desktopChrome + " Unheard-Agent", fmt.Sprintf(phone, "K") + " Unheard-Agent",
		"Mozilla/5.0 (compatible; Unheard-Browser; +https://unheard.example/)",
	} {
		if p.Parse(header).Bot == "" {
			t.Errorf("%s is not classified as a bot", header)
		}
	}
}
