package testshorteners

import (
	"fmt"
	"time"
)

// Link is a link of a shortener. An API returns of it what its links have.
type Link struct {
	N          int // in the order of creation, from 0
	Host, Slug string
	URL        string // empty: the shortener returns it without
	Title      string
	Comments   string
	Tags       []string
	Folder     string // a name
	CreatedAt  time.Time
	Clicks     int64
	Archived   bool

	Aliases             []string // besides the slug, on the same host, the newest first
	StartsAt, ExpiresAt time.Time
	ExpiredURL          string
	MaxClicks           int64
	Password            string
	IOS, Android        string // destinations
	Geo                 map[string]string
	Variant             string // the second destination of a test
	VariantPercent      int
	UTM                 map[string]string // without utm_
	Preview             bool              // of the title, the description and the image
	Description, Image  string
	Indexable           bool
	RedirectStatus      int // 0: as the shortener has it
	DropsQuery          bool
}

// Short returns the short URL.
func (l Link) Short() string {
	if l.Slug == "" {
		return ""
	}
	return "https://" + l.Host + "/" + l.Slug
}

// Count is the number of links at the start.
const Count = 1237

// The links that differ from the others.
const (
	Full      = 3   // has every field
	Upper     = 10  // has the slug of Lower in upper case, on the same host
	Lower     = 15  //
	Malformed = 77  // has no destination
	Emoji     = 100 // has tags with spaces and emoji
	Archived  = 200 // the first of three, 100 apart
)

// Hosts returns the hosts of the short URLs.
func Hosts() []string {
	return []string{"go.example.com", "s.example.org", "link.example.net", "to.example.com", "x.example.io"}
}

// Links returns the links at the start, in the order of creation.
func Links() []Link {
	links := make([]Link, Count)
	for n := range links {
		links[n] = ordinary(n)
	}
	links[Full] = full(links[Full])
	links[Upper].Slug, links[Lower].Slug = "SALE", "sale"
	links[Malformed].URL = ""
	links[Emoji].Tags = []string{"summer sale", "🎉 party", "naïve, with a comma"}
	for n := Archived; n <= Archived+200; n += 100 {
		links[n].Archived = true
	}
	return links
}

// ordinary returns a link with what most links have.
func ordinary(n int) Link {
	l := Link{
		N:         n,
		Host:      Hosts()[n%len(Hosts())],
		Slug:      fmt.Sprintf("a%04d", n),
		URL:       fmt.Sprintf("https://www.example.com/pages/%d?from=short", n),
		CreatedAt: time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(n) * time.Hour),
		Clicks:    int64(n*n) % 1000,
	}
	if n%3 == 0 {
		l.Title = fmt.Sprintf("Page %d", n)
		l.Tags = []string{"tag" + fmt.Sprint(n%7)}
	}
	if n%10 == 0 {
		l.Folder = fmt.Sprintf("Folder %d", n%3)
	}
	return l
}

// full returns a link with every field.
func full(l Link) Link {
	l.Title, l.Comments = "Spring “launch” – 10% off", "For the newsletter,\nand the blog"
	l.Tags, l.Folder = []string{"spring", "launch 2024"}, "Campaigns"
	l.Clicks = 12_345
	l.Aliases = []string{"spring-sale", "launch"}
	l.StartsAt, l.ExpiresAt = l.CreatedAt.AddDate(0, 1, 0), time.Date(2031, 5, 4, 12, 30, 0, 0, time.UTC)
	l.ExpiredURL, l.MaxClicks = "https://www.example.com/over", 50_000
	l.Password = "correct horse"
	l.IOS, l.Android = "https://apps.example.com/ios", "https://apps.example.com/android"
	l.Geo = map[string]string{"DE": "https://www.example.com/de", "FR": "https://www.example.com/fr"}
	l.Variant, l.VariantPercent = "https://www.example.com/variant", 30
	l.UTM = map[string]string{"source": "newsletter", "medium": "email", "campaign": "spring", "term": "offer", "content": "button"}
	l.Preview, l.Description, l.Image = true, "Ten percent off everything.", "https://www.example.com/spring.png"
	l.Indexable, l.RedirectStatus, l.DropsQuery = true, 301, true
	return l
}
