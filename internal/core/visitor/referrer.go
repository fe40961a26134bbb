package visitor

import (
	"net/url"
	"strings"

	"linnet/internal/core/webhost"
)

// ReferrerHost returns the host of a Referer header in ASCII, in lower case, without port
// and without the prefixes of mobile sites and click wrappers (www. m. mobile. l.
// lm. out.). For an app (android-app://) it is the host of its service, or the
// package name of an unknown app. It is empty without a valid referrer.
func ReferrerHost(referrer string) string {
	u, err := url.Parse(strings.TrimSpace(referrer))
	if err != nil {
		return ""
	}
	switch strings.ToLower(u.Scheme) {
	case "http", "https":
		host, err := webhost.Parse(u.Host)
		if err != nil {
			return ""
		}
		return bareHost(host.Name())
	case "android-app", "ios-app":
		return appHost(strings.ToLower(u.Hostname()))
	default:
		return ""
	}
}

// ReferrerURL returns the scheme, host and path of a Referer header, "" when
// ReferrerHost is empty. Query, fragment and credentials are removed, because they
// may contain secrets of the referring page.
func ReferrerURL(referrer string) string {
	if ReferrerHost(referrer) == "" {
		return ""
	}
	u, err := url.Parse(strings.TrimSpace(referrer))
	if err != nil {
		return ""
	}
	u.User, u.RawQuery, u.ForceQuery, u.Fragment, u.RawFragment = nil, "", false, "", ""
	return u.String()
}

// bareHost removes the prefixes as long as a name with a dot remains.
func bareHost(host string) string {
	for {
		label, rest, ok := strings.Cut(host, ".")
		if !ok || !strings.Contains(rest, ".") {
			return host
		}
		switch label {
		case "www", "m", "mobile", "l", "lm", "out":
			host = rest
		default:
			return host
		}
	}
}

// appHost returns the host of the service of an app's package.
func appHost(pkg string) string {
	switch pkg {
	case "com.google.android.googlequicksearchbox", "com.google.android.apps.searchlite":
		return "google.com"
	case "com.google.android.gm", "com.google.android.gm.lite":
		return "mail.google.com"
	case "com.google.android.youtube":
		return "youtube.com"
	case "com.facebook.katana", "com.facebook.lite":
		return "facebook.com"
	case "com.facebook.orca":
		return "messenger.com"
	case "com.instagram.android", "com.instagram.lite":
		return "instagram.com"
	case "com.twitter.android", "com.twitter.android.lite":
		return "x.com"
	case "com.linkedin.android":
		return "linkedin.com"
	case "com.pinterest":
		return "pinterest.com"
	case "com.reddit.frontpage":
		return "reddit.com"
	case "com.slack":
		return "slack.com"
	case "com.whatsapp", "com.whatsapp.w4b":
		return "whatsapp.com"
	case "org.telegram.messenger", "org.telegram.plus":
		return "telegram.org"
	case "com.discord":
		return "discord.com"
	case "com.zhiliaoapp.musically", "com.ss.android.ugc.trill":
		return "tiktok.com"
	default:
		return pkg
	}
}
