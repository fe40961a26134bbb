package page

// Network is a social network that a social row can link to.
type Network struct {
	ID    string // the value of the API
	Label string
}

// Website is the network of a site of one's own.
const Website = "website"

// Networks returns the social networks by name. Website is the last one.
func Networks() []Network {
	return []Network{
		{"behance", "Behance"},
		{"bluesky", "Bluesky"},
		{"discord", "Discord"},
		{"dribbble", "Dribbble"},
		{"facebook", "Facebook"},
		{"github", "GitHub"},
		{"instagram", "Instagram"},
		{"linkedin", "LinkedIn"},
		{"mastodon", "Mastodon"},
		{"medium", "Medium"},
		{"patreon", "Patreon"},
		{"pinterest", "Pinterest"},
		{"reddit", "Reddit"},
		{"snapchat", "Snapchat"},
		{"soundcloud", "SoundCloud"},
		{"spotify", "Spotify"},
		{"substack", "Substack"},
		{"telegram", "Telegram"},
		{"threads", "Threads"},
		{"tiktok", "TikTok"},
		{"twitch", "Twitch"},
		{"vimeo", "Vimeo"},
		{"whatsapp", "WhatsApp"},
		{"x", "X"},
		{"youtube", "YouTube"},
		{Website, "Website"},
	}
}

func networkLabel(id string) (string, bool) {
	for _, n := range Networks() {
		if n.ID == id {
			return n.Label, true
		}
	}
	return "", false
}

// Label returns the name of the item's network.
func (s SocialItem) Label() string {
	label, _ := networkLabel(s.Network)
	return label
}
