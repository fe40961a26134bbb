package visitor

// serviceOf returns the host of the service to which a host without the prefixes of
// withoutPrefixes, or the package of an app, belongs; name itself if it is not in the table.
//
// Sources: hosts are the short domains and click wrappers that the services document for their
// own links, compared with Matomo's list of social networks (searchengine-and-social-list,
// Socials.yml, public domain); packages are the ids of the apps in Google Play, with which
// Android's browsers send android-app://<id>/ (Intent.EXTRA_REFERRER).
//
//nolint:cyclop // a table
func serviceOf(name string) string {
	switch name {
	case "bsky.app", "go.bsky.app", "xyz.blueskyweb.app":
		return "bsky.app"
	case "discord.gg", "discordapp.com", "com.discord":
		return "discord.com"
	case "fb.com", "fb.me", "mbasic.facebook.com", "com.facebook.katana", "com.facebook.lite":
		return "facebook.com"
	case "com.google.android.googlequicksearchbox", "com.google.android.apps.searchlite":
		return "google.com"
	case "instagr.am", "ig.me", "com.instagram.android", "com.instagram.lite":
		return "instagram.com"
	case "lnkd.in", "com.linkedin.android":
		return "linkedin.com"
	case "com.google.android.gm", "com.google.android.gm.lite":
		return "mail.google.com"
	case "m.me", "com.facebook.orca", "com.facebook.mlite":
		return "messenger.com"
	case "pin.it", "com.pinterest":
		return "pinterest.com"
	case "redd.it", "old.reddit.com", "new.reddit.com", "np.reddit.com", "com.reddit.frontpage":
		return "reddit.com"
	case "slack-redir.net", "app.slack.com", "com.slack":
		return "slack.com"
	case "t.snapchat.com", "com.snapchat.android":
		return "snapchat.com"
	case "exit.sc", "on.soundcloud.com", "com.soundcloud.android":
		return "soundcloud.com"
	case "statics.teams.cdn.office.net", "com.microsoft.teams":
		return "teams.microsoft.com"
	case "t.me", "telegram.me", "org.telegram.messenger", "org.telegram.messenger.web", "org.telegram.plus":
		return "telegram.org"
	case "threads.net", "com.instagram.barcelona":
		return "threads.com"
	case "vm.tiktok.com", "vt.tiktok.com", "com.zhiliaoapp.musically", "com.ss.android.ugc.trill":
		return "tiktok.com"
	case "href.li", "t.umblr.com", "com.tumblr":
		return "tumblr.com"
	case "vk.cc", "vk.ru", "vkontakte.ru", "com.vkontakte.android":
		return "vk.com"
	case "t.cn", "weibo.cn", "com.sina.weibo":
		return "weibo.com"
	case "wa.me", "com.whatsapp", "com.whatsapp.w4b":
		return "whatsapp.com"
	case "t.co", "twitter.com", "com.twitter.android", "com.twitter.android.lite":
		return "x.com"
	case "youtu.be", "com.google.android.youtube":
		return "youtube.com"
	case "link.zhihu.com", "com.zhihu.android":
		return "zhihu.com"
	}
	return name
}
