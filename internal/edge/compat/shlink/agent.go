package shlink

import (
	"cmp"
	"strings"

	"linnet/internal/core/click"
	"linnet/internal/core/visitor"
)

// agentOf returns a user agent with the browser, the system and the device of a click. Clients read these from it;
// the visitor's own user agent is not returned.
func agentOf(c *click.Click) string {
	system := systemOf(c.OS, c.Device)
	switch {
	case c.Bot != "" && c.Browser != "":
		return "Mozilla/5.0 (compatible; " + c.Browser + ")"
	case c.Bot != "":
		return "Mozilla/5.0 (compatible; bot)"
	case c.OS == "iOS":
		return onIOS(c.Browser, system)
	}
	switch c.Browser {
	case "":
		return "Mozilla/5.0 (" + system + ")"
	case "Firefox":
		if c.OS == "Android" {
			return "Mozilla/5.0 (Android 10; " + cmp.Or(strings.TrimSpace(mobile(c.Device)), "Tablet") + "; rv:130.0) Gecko/130.0 Firefox/130.0"
		}
		return "Mozilla/5.0 (" + system + "; rv:130.0) Gecko/20100101 Firefox/130.0"
	case "Safari":
		return "Mozilla/5.0 (" + system + ") AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Safari/605.1.15"
	case "Android Browser":
		return "Mozilla/5.0 (" + system + ") AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30"
	case "Internet Explorer":
		return "Mozilla/5.0 (" + system + "; Trident/7.0; rv:11.0) like Gecko"
	}
	return "Mozilla/5.0 (" + system + ") AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 " + mobile(c.Device) + "Safari/537.36" + chromium(c)
}

// systemOf returns the part of a user agent that names the system.
func systemOf(os string, device visitor.Device) string {
	switch os {
	case "Windows":
		return "Windows NT 10.0; Win64; x64"
	case "macOS":
		return "Macintosh; Intel Mac OS X 10_15_7"
	case "Linux":
		return "X11; Linux x86_64"
	case "ChromeOS":
		return "X11; CrOS x86_64 14541.0.0"
	case "Android":
		return "Linux; Android 10; K"
	case "iOS":
		if device == visitor.Tablet {
			return "iPad; CPU OS 17_0 like Mac OS X"
		}
		return "iPhone; CPU iPhone OS 17_0 like Mac OS X"
	case "":
		return "unknown"
	default:
		return os
	}
}

func mobile(device visitor.Device) string {
	if device == visitor.Mobile {
		return "Mobile "
	}
	return ""
}

// chromium returns what browsers on the base of Chromium append to its user agent.
func chromium(c *click.Click) string {
	switch c.Browser {
	case "Chrome":
		return ""
	case "Edge":
		if c.OS == "Android" {
			return " EdgA/130.0.0.0"
		}
		return " Edg/130.0.0.0"
	case "Opera":
		return " OPR/115.0.0.0"
	case "Samsung Internet":
		return " SamsungBrowser/26.0"
	case "Yandex":
		return " YaBrowser/24.0"
	default:
		return " " + strings.ReplaceAll(c.Browser, " ", "") + "/1.0"
	}
}

// onIOS returns the user agent of a browser on iOS, all of which have the engine of Safari.
func onIOS(browser, system string) string {
	name := map[string]string{
		"Safari": "Version/17.0", "Chrome": "CriOS/130.0.0.0", "Firefox": "FxiOS/130.0", "Edge": "EdgiOS/130.0.0.0", "Opera": "OPiOS/16.0",
	}[browser]
	if name == "" && browser != "" {
		name = strings.ReplaceAll(browser, " ", "") + "/1.0"
	}
	if name != "" {
		name += " "
	}
	return "Mozilla/5.0 (" + system + ") AppleWebKit/605.1.15 (KHTML, like Gecko) " + name + "Mobile/15E148 Safari/604.1"
}
