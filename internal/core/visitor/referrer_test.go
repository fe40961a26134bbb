package visitor_test

import (
	"strings"
	"testing"

	"linnet/internal/core/visitor"
)

// R1 of the review: one malformed escape or port lost the whole referrer.
func TestParseReferrer_DropsOnlyWhatIsMalformed(t *testing.T) {
	t.Parallel()
	for referrer, want := range map[string][2]string{
		"https://shop.example/100%-off":        {"shop.example", "https://shop.example/100%-off"},
		"https://shop.example/20%-off/?a=%zz#": {"shop.example", "https://shop.example/20%-off/"},
		"https://a.example/a%zz":               {"a.example", "https://a.example/a%zz"},
		"https://a.example/%E0%A4%A":           {"a.example", "https://a.example/%E0%A4%A"},
		"https://a.example:abc/x":              {"a.example", "https://a.example/x"},
		"https://a.example:99999":              {"a.example", "https://a.example/"},
		"https://[2001:db8::1]:abc/x":          {"2001:db8::1", "https://[2001:db8::1]/x"},
		"https://u:p%@a.example:8443/x":        {"a.example", "https://a.example:8443/x"},
		`HTTPS://a.example\b?c=d`:              {"a.example", "https://a.example/b"},
		"https://a.example/ü b":                {"a.example", "https://a.example/%C3%BC%20b"},
		"https://a%zz.example/":                {"", ""},
		"android-app://com.example%00/":        {"", ""},
		"android-app://":                       {"", ""},
		"about:blank":                          {"", ""},
		"null":                                 {"", ""},
		"https:/":                              {"", ""},
	} {
		got := visitor.ParseReferrer(referrer)
		if got.Service() != want[0] || got.URL() != want[1] {
			t.Errorf("%q: %q and %q, want %q", referrer, got.Service(), got.URL(), want)
		}
		if again := visitor.ParseReferrer(got.URL()); again.Service() != want[0] || again.URL() != want[1] {
			t.Errorf("%q: its URL is parsed as %q and %q", referrer, again.Service(), again.URL())
		}
	}
}

// R6 of the review: prefixes were removed down to a public suffix.
func TestReferrer_ServiceIsNotShorterThanTheRegisteredName(t *testing.T) {
	t.Parallel()
	for host, want := range map[string]string{
		"m.co.uk":              "m.co.uk",
		"out.com.br":           "out.com.br",
		"l.gov.au":             "l.gov.au",
		"web.de":               "web.de",
		"www.web.de":           "web.de",
		"www.m.example.jp":     "example.jp",
		"m.user.github.io":     "user.github.io",
		"m.github.io":          "m.github.io",
		"co.uk":                "co.uk",
		"m.intranet":           "m.intranet",
		"www.m.intranet":       "m.intranet",
		"localhost":            "localhost",
		"192.0.2.1":            "192.0.2.1",
		"m.xn--85x722f.com.cn": "xn--85x722f.com.cn",
	} {
		if got := visitor.ParseReferrer("https://" + host + "/").Service(); got != want {
			t.Errorf("%s: %q, want %q", host, got, want)
		}
	}
}

// R5 and R7 of the review: one service was several rows.
func TestReferrer_ServiceMergesHostsAndAppsOfOneService(t *testing.T) {
	t.Parallel()
	for want, referrers := range map[string]string{
		"facebook.com":      "l.facebook.com lm.facebook.com m.facebook.com web.facebook.com touch.facebook.com mbasic.facebook.com fb.me android-app://com.facebook.katana",
		"instagram.com":     "l.instagram.com www.instagram.com ig.me android-app://com.instagram.android",
		"vk.com":            "away.vk.com m.vk.com vk.cc android-app://com.vkontakte.android",
		"linkedin.com":      "lnkd.in www.linkedin.com android-app://com.linkedin.android",
		"x.com":             "t.co twitter.com mobile.twitter.com x.com android-app://com.twitter.android",
		"reddit.com":        "out.reddit.com old.reddit.com android-app://com.reddit.frontpage",
		"telegram.org":      "t.me web.telegram.org android-app://org.telegram.messenger",
		"slack.com":         "slack-redir.net android-app://com.Slack",
		"xn--mnchen-3ya.de": "münchen.de xn--mnchen-3ya.de MÜNCHEN.de www.xn--mnchen-3ya.de mu\u0308nchen.de m%C3%BCnchen.de",
	} {
		for referrer := range strings.FieldsSeq(referrers) {
			if !strings.Contains(referrer, "://") {
				referrer = "https://" + referrer + "/x"
			}
			if got := visitor.ParseReferrer(referrer).Service(); got != want {
				t.Errorf("%s: %q, want %q", referrer, got, want)
			}
		}
	}
}

func FuzzParseReferrer(f *testing.F) {
	for _, seed := range []string{"https://a.example/100%-off?b#c", "android-app://com.slack/x", "http://[::1]:8080", `https://a@b\c`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, header string) {
		got := visitor.ParseReferrer(header)
		if (got.Host() == "") != (got.URL() == "") || (got.Service() == "") != (got.URL() == "") {
			t.Fatalf("%q: host %q, service %q, URL %q", header, got.Host(), got.Service(), got.URL())
		}
		if again := visitor.ParseReferrer(got.URL()); again.URL() != got.URL() || again.Service() != got.Service() {
			t.Fatalf("%q: %q is parsed as %q", header, got.URL(), again.URL())
		}
	})
}
