package testshorteners

import (
	"net/http"
	"slices"
	"time"
)

// Visit is a visit of a link.
type Visit struct {
	At       time.Time
	Country  string // ISO 3166-1; empty: unknown
	Referrer string // a URL; empty: none
	Source   string // the name of the referrer in statistics
	Client
}

// Client is the program of a visitor.
type Client struct {
	Agent               string // the User-Agent header
	OS, Browser, Device string // as Linnet names them
	DubOS, DubBrowser   string // as Dub names them
	Bot                 bool
	Flagged             bool // Shlink reports it as a bot
}

// clients are those of the visitors.
func clients() []Client {
	return []Client{
		{
			Agent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36",
			OS:    "Windows", Browser: "Chrome", Device: "desktop", DubOS: "Windows", DubBrowser: "Chrome",
		},
		{
			Agent: "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15",
			OS:    "macOS", Browser: "Safari", Device: "desktop", DubOS: "Mac OS", DubBrowser: "Safari",
		},
		{
			Agent: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
			OS:    "iOS", Browser: "Safari", Device: "mobile", DubOS: "iOS", DubBrowser: "Mobile Safari",
		},
		{
			Agent: "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0",
			OS:    "Linux", Browser: "Firefox", Device: "desktop", DubOS: "Ubuntu", DubBrowser: "Firefox",
		},
		{
			Agent: "Mozilla/5.0 (Linux; Android 14; SM-S911B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36",
			OS:    "Android", Browser: "Samsung Internet", Device: "mobile", DubOS: "Android", DubBrowser: "Samsung Internet",
		},
	}
}

// bots are programs that visit each link with clicks. Shlink recognizes the first one.
func bots() []Client {
	return []Client{
		{Agent: "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", Bot: true, Flagged: true},
		{Agent: "curl/8.5.0", Bot: true},
	}
}

// Visits returns the visits of a link, in the order of time: one for each click, and those of
// bots.
func (s *Shortener) Visits(l Link) []Visit {
	if l.Clicks == 0 {
		return nil
	}
	var out []Visit
	for _, bot := range bots() {
		out = append(out, Visit{At: l.CreatedAt, Country: "US", Client: bot})
	}
	for i := range int(l.Clicks) {
		v := Visit{At: l.CreatedAt.Add(time.Duration(i) * 5 * time.Hour), Client: clients()[(l.N+i)%len(clients())]}
		v.Country = []string{"DE", "", "FR"}[i%3]
		switch i % 4 {
		case 1:
			v.Referrer, v.Source = "https://www.news.example/story?id=7", "news.example"
		case 3:
			v.Referrer, v.Source = "https://m.facebook.com/", "facebook.com"
		}
		out = append(out, v)
	}
	return out
}

// people returns the visits of a link without those of bots.
func (s *Shortener) people(l Link) []Visit {
	return slices.DeleteFunc(s.Visits(l), func(v Visit) bool { return v.Bot })
}

// byDay returns the clicks of people on a link by their date.
func (s *Shortener) byDay(l Link) map[string]int {
	days := map[string]int{}
	for _, v := range s.people(l) {
		days[v.At.Format(time.DateOnly)]++
	}
	return days
}

// find returns the link with an id, and answers with 404 where there is none.
func (s *Shortener) find(w http.ResponseWriter, id string) (Link, bool) {
	at := slices.IndexFunc(s.links, func(l Link) bool { return s.peer.id(l) == id })
	if at < 0 {
		reply(w, http.StatusNotFound, object{"message": "NOT_FOUND"})
		return Link{}, false
	}
	return s.links[at], true
}
