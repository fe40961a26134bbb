package visitor_test

import (
	"strings"
	"testing"

	"linnet/internal/core/visitor"
)

func TestBestLanguage_ReturnsThePreferredTag(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ header, want string }{
		"none":                         {"", ""},
		"one":                          {"de", "de"},
		"spelt as recommended":         {"DE-at", "de-AT"},
		"script":                       {"zh-hant-tw", "zh-Hant-TW"},
		"three letters":                {"gsw-CH", "gsw-CH"},
		"a browser's":                  {"de-DE,de;q=0.9,en-US;q=0.8,en;q=0.7", "de-DE"},
		"quality beats order":          {"en;q=0.5, fr;q=0.9", "fr"},
		"ties in the header's order":   {"en;q=0.5,fr;q=0.5", "en"},
		"refused":                      {"de;q=0", ""},
		"any":                          {"*", ""},
		"any before one":               {"*;q=1,fi;q=0.1", "fi"},
		"malformed quality":            {"de;q=high,en;q=0.1", "en"},
		"quality out of range":         {"de;q=7,en;q=0.1", "en"},
		"not a number":                 {"de;q=NaN", ""},
		"not a tag":                    {"<script>,en;q=0.2", "en"},
		"too long":                     {strings.Repeat("a-", 40) + "b,en", "en"},
		"region behind an extension":   {"en-u-ca-buddhist", "en-u-ca-buddhist"},
		"white space and upper-case Q": {" de ; Q=0.3 , en ; q=0.4", "en"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := visitor.BestLanguage(tt.header); got != tt.want {
				t.Errorf("BestLanguage(%q) = %q, want %q", tt.header, got, tt.want)
			}
		})
	}
}

func TestParseReferrer_ReturnsServiceAndURL(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ referrer, host, url string }{
		"none":            {"", "", ""},
		"plain":           {"https://example.com/a?b=c", "example.com", "https://example.com/a"},
		"www":             {"https://www.Example.com/", "example.com", "https://www.example.com/"},
		"mobile site":     {"https://m.facebook.com/x", "facebook.com", "https://m.facebook.com/x"},
		"click wrapper":   {"http://lm.facebook.com/l.php?u=1", "facebook.com", "http://lm.facebook.com/l.php"},
		"wrapper of www":  {"https://www.m.example.co.uk", "example.co.uk", "https://www.m.example.co.uk/"},
		"reddit":          {"https://out.reddit.com/t3_1", "reddit.com", "https://out.reddit.com/t3_1"},
		"a real name":     {"https://m.co/", "m.co", "https://m.co/"},
		"a sub-domain":    {"https://mail.example.com/", "mail.example.com", "https://mail.example.com/"},
		"port":            {"http://localhost:3000/x", "localhost", "http://localhost:3000/x"},
		"trailing dot":    {"https://example.com./", "example.com", "https://example.com/"},
		"known app":       {"android-app://com.google.android.gm/", "mail.google.com", "android-app://com.google.android.gm/"},
		"another app":     {"android-app://org.example.reader", "org.example.reader", "android-app://org.example.reader/"},
		"fragment, login": {"https://u:p@example.com/a#b", "example.com", "https://example.com/a"},
		"no host":         {"https:///a", "", ""},
		"another scheme":  {"data:text/html,x", "", ""},
		"not a URL":       {"ht tp://%zz", "", ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := visitor.ParseReferrer(tt.referrer)
			if got := got.Service(); got != tt.host {
				t.Errorf("host of %q: %q, want %q", tt.referrer, got, tt.host)
			}
			if got := got.URL(); got != tt.url {
				t.Errorf("URL of %q: %q, want %q", tt.referrer, got, tt.url)
			}
		})
	}
}
