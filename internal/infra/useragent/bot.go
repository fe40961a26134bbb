package useragent

import (
	"strings"

	"linnet/internal/core/visitor"
)

// botReason says why a header, in lower case, is a bot's; "" for a browser's.
func botReason(lower string) visitor.BotReason {
	switch {
	case strings.TrimSpace(lower) == "":
		return visitor.BotAgent
	case isPreview(lower):
		return visitor.BotPreview
	case isBot(lower):
		return visitor.BotAgent
	default:
		return ""
	}
}

// isPreview knows those who fetch a page to show its card: social networks,
// messengers and mail.
func isPreview(lower string) bool {
	if strings.HasPrefix(lower, "whatsapp/") || strings.HasPrefix(lower, "viber/") || strings.HasPrefix(lower, "snapchat/") ||
		strings.HasPrefix(lower, "tumblr/") {
		return true // the app itself asks; its window says Mozilla
	}
	return containsAny(lower,
		"facebookexternalhit", "facebot", "facebookcatalog", "meta-externalfetcher",
		"twitterbot", "linkedinbot", "slackbot-linkexpanding", "slack-imgproxy", "slackbot",
		"telegrambot", "discordbot", "skypeuripreview", "microsoftpreview", "teamsbot", "bingpreview",
		"pinterestbot", "pinterest/0.", "redditbot", "snap url preview", "line-poker", "kakaotalk-scrap", "kakaostory-og-reader",
		"vkshare", "xing-contenttabreceiver", "embedly", "iframely", "flipboardproxy", "nuzzel", "mastodon/",
		"cardyb", "matrix-media-repo", "synapse (bot", "mattermost-bot", "zulipurlpreview",
		"yahoo link preview", "google web preview", "google-pagerenderer", "web/snippet", "bitlybot", "quora link preview", "link preview", "linkpreview",
		"urlpreview", "url-preview", "summalybot", "hatena::", "steamchaturllookup", "dingtalkbot-linkservice", "opengraph",
		"metainspector", "unfurl", "previewer", "og-scraper", "feishu-link", "larklinkpreview", "misskey/", "pleroma", "akkoma",
		"friendica", "lemmy/", "notionembedder", "zoombot")
}

// isBot knows all others that are no browser with a person before it.
func isBot(lower string) bool {
	if hasBotWord(lower) || containsAny(lower,
		"crawl", "spider", "slurp", "scrap", "archiver", "headless", "phantomjs", "slimerjs", "selenium", "puppeteer", "playwright",
		"webdriver", "electron-fetch", "lighthouse", "pagespeed", "gtmetrix", "pingdom", "uptime", "monitoring", "statuscake",
		"checker", "validator", "linkcheck", "curl/", "libcurl", "wget", "python", "okhttp", "java/", "jakarta", "apache-http",
		"httpclient", "http-client", "http_client", "http client", "go-http", "gohttp", "axios", "node-fetch", "node.js", "undici",
		"libwww", "lwp::", "lwp-", "ruby/", "perl/", "php/", "php ", "guzzle", "postman", "insomnia", "aiohttp", "httpx", "httpie", "urllib",
		"winhttp", "dart/", "dart:io", "superagent", "got/", "(https://github.com", "feedfetcher", "feedburner", "feedly", "feedbin",
		"newsblur", "inoreader", "tiny tiny rss", "freshrss", "miniflux", "mediapartners", "adsbot", "google-", "apis-google",
		"googleother", "googleproducer", "googleprober", "storebot", "duplexweb", "inspectiontool", "gptbot", "chatgpt-user",
		"oai-search", "claudebot", "claude-web", "claude-user", "claude-searchbot", "anthropic", "perplexity", "cohere", "bytespider", "ccbot", "diffbot", "yandex.com/bots",
		"yandexbot", "yandexmetrika", "yahoo ad monitoring", "daumoa", "teoma", "heritrix", "nutch", "httrack", "netcraft",
		"censys", "nmap", "masscan", "zgrab", "nikto", "sqlmap", "wpscan", "nuclei", "internetmeasurement", "expanse",
		"shodan", "qualys", "acunetix", "nessus", "w3c_", "jigsaw", "sitesucker", "teleport", "webcopier", "offline explorer",
		"fetch/", "fetcher", "ia_archiver", "biglotron", "grub-client", "findlink", "meta-external", "dataprovider", "rssing",
		"apachebench", "jmeter", "k6/0.", "vegeta", "hey/", "wrk/", "siege", "locust", "blackbox", "prometheus", "datadog",
		"newrelic", "site24x7", "catchpoint", "dynatrace", "webpagetest", "ptst/", "speedcurve", "proxy", "nagios", "zabbix",
		"check_http", "siteimprove", "dareboost", "gomezagent", "datanyze", "google favicon", "kube-probe", "elb-health", "googlehc", "cloudflare", "amazon cloudfront", "varnish", "virustotal",
		"barracuda", "mimecast", "proofpoint", "trendmicro", "sophos", "forcepoint", "zscaler", "bitdefender",
		"microsoft office", "ms-office", "msoffice", "windowspowershell", "powershell/", "cfnetwork", "dalvik/",
		"rest-client", "restsharp", "faraday", "typhoeus", "mechanize", "excon", "scrapy", "colly", "jsoup", "simplepie",
		"magpierss", "universalfeedparser", "akregator", "wordpress/", "drupal", "joomla", "aws-sdk", "wappalyzer", "builtwith",
		"screaming frog", "seokicks", "seobility", "seoscanners", "seostar", "sitebulb", "deepcrawl", "ahrefs", "semrush", "majestic", "moz.com", "nimbostratus", "turnitin",
		"copyscape", "readability", "instapaper", "pocketparser", "wayback", "archive.org", "page2rss",
		"appengine-google", "cloud functions", "vercel", "netlify", "fastly", "uptimerobot", "hubspot", "mail.ru_bot",
		"outbrain", "taboola", "criteo", "adidx", "doubleverify", "proximic", "grapeshot", "admantx", "contxbot",
		"screenshot", "thumbshot", "archivebox", "page speed", "search console", "web services", "mutant", "collaborator",
		"dejaclick", "dmbrowser", "neustar", "anturis", "monitor", "synthetic", "inspect", "rss/", ", mozilla/", "rigor", "ptst",
		"debugbear", "linktiger", "sparkler", " ylt ", "htmlunit", "httpunit", "jsdom", "zombie.js", "dispatch/", "typo3", "gigablast", "ezooms") {
		return true
	}
	if !strings.HasPrefix(lower, "mozilla/") && !strings.HasPrefix(lower, "opera/") && !isOtherBrowser(lower) {
		return true
	}
	if drawsNothing(lower) {
		return true
	}
	// A browser gives no address where to read about it, nor one to write to;
	// nearly every bot does.
	return strings.Contains(lower, "http://") || strings.Contains(lower, "https://") || strings.Contains(lower, "+www.") ||
		namesAHost(lower) || namesAMailbox(lower) || isAttack(lower)
}

// drawsNothing knows headers that begin as a browser's and name nothing that
// draws pages. Before "Mozilla/5.0" browsers need not name it; some of old told
// instead how strong their encryption was, "U".
func drawsNothing(lower string) bool {
	claims := strings.Contains(lower, "(compatible;") || strings.HasPrefix(lower, "mozilla/5.0")
	return claims && !containsAny(lower, "msie", "trident/", "konqueror", "khtml", "webkit", "gecko", "opera", "presto", "goanna", "servo",
		"netgem", "netfront", "obigo", "firefox/", "chrome/", "safari/", "playstation", "nintendo", "amiga", "profile/midp", "ucweb", "; u)")
}

// namesAHost finds the name of a web site, such as "example.com/policy". The
// ids of apps read the other way round: "com.example.app". Toolbars of Internet
// Explorer named sites as well.
func namesAHost(lower string) bool {
	if strings.Contains(lower, "msie") || strings.Contains(lower, "trident/") {
		return false
	}
	for _, end := range []string{".com", ".org", ".net", ".io", ".info", ".co"} {
		for rest := lower; ; {
			i := strings.Index(rest, end)
			if i < 0 {
				break
			}
			before, after := rest[:i], rest[i+len(end):]
			if letters := len(before) - len(strings.TrimRight(before, "abcdefghijklmnopqrstuvwxyz0123456789-")); letters >= 3 && !continues(after) {
				return true
			}
			rest = after
		}
	}
	return false
}

// namesAMailbox finds an address of a person, such as "crawler@example.com".
// A version may follow an "@" too, as in "ios@9.2".
func namesAMailbox(lower string) bool {
	for rest := lower; ; {
		_, after, found := strings.Cut(rest, "@")
		if !found {
			return false
		}
		host := after[:len(after)-len(strings.TrimLeft(after, "abcdefghijklmnopqrstuvwxyz0123456789-."))]
		if dot := strings.LastIndexByte(strings.TrimRight(host, "."), '.'); dot > 0 && dot+2 < len(host) && host[dot+1] > '9' {
			return true
		}
		rest = after
	}
}

// isAttack finds what is written to break whatever reads the header.
func isAttack(lower string) bool {
	return strings.ContainsAny(lower, "'<>`") || containsAny(lower, "${", "select ", "union ", "../", "() {")
}

// continues reports whether a word goes on, so that what was found in it is
// only a part of it.
func continues(after string) bool {
	return after != "" && (after[0] >= 'a' && after[0] <= 'z' || after[0] >= '0' && after[0] <= '9' || after[0] == '.' || after[0] == '_' || after[0] == '-')
}

// hasBotWord finds "bot", but not in CUBOT, which makes phones.
func hasBotWord(lower string) bool {
	for rest := lower; ; {
		i := strings.Index(rest, "bot")
		if i < 0 {
			return false
		}
		if !strings.HasSuffix(rest[:i], "cu") {
			return true
		}
		rest = rest[i+3:]
	}
}

// isOtherBrowser knows the browsers that do not begin with Mozilla: those of
// old phones, those that say it later on, and those of a terminal.
func isOtherBrowser(lower string) bool {
	for _, text := range []string{"elinks", "links (", "lynx/", "w3m/", "ncsa_mosaic/", "qqbrowser", "ice browser/", "bunjalloo/"} {
		if strings.HasPrefix(lower, text) {
			return true
		}
	}
	return containsAny(lower, "mozilla/", "webkit/", "applewebkit", "profile/midp", "up.browser", "up.link", "ucweb", "ucbrowser", "mqqbrowser",
		"nokia", "blackberry", "docomo/", "kddi-", "sonyericsson", "samsung-", "alcatel", "lg-", "mot-", "instagram ", "dorado wap",
		"maui wap", "netfront", "obigo", "amiga", "morphos")
}
