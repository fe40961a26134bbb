package redirect_test

import (
	"net/http"
	"net/netip"
	"testing"

	"linnet/internal/core/routing"
	"linnet/internal/core/visitor"
	"linnet/internal/edge/redirect"
	"linnet/internal/infra/useragent"
)

// listedNetwork is a visitor.Networks of one network.
type listedNetwork struct{ netip.Prefix }

func (n listedNetwork) Reason(addr netip.Addr) visitor.BotReason {
	if n.Contains(addr) {
		return visitor.BotNetwork
	}
	return ""
}

const person = "User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"

func TestHandler_CountsOnlyPeopleAgainstTheClickLimit(t *testing.T) {
	t.Parallel()
	parser, err := useragent.New("")
	if err != nil {
		t.Fatal(err)
	}
	s := newSite(t, func(c *redirect.Config) {
		c.Agents = parser
		c.Networks = listedNetwork{netip.MustParsePrefix("203.0.113.0/24")}
		c.Client = func(r *http.Request) netip.Addr { return netip.MustParseAddr(r.Header.Get("Client")) }
	})
	s.records.put(s.own, routing.Target{Alias: "once", MaxClicks: 1})
	visit := func(method string, header ...string) int {
		return s.send(method, "http://localhost/once", "", append([]string{"Client: 198.51.100.7"}, header...)...).StatusCode
	}
	notPeople := map[string][]string{
		"Slack":       {"User-Agent: Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)"},
		"WhatsApp":    {"User-Agent: WhatsApp/2.23.20.0"},
		"Teams":       {"User-Agent: Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com"},
		"Telegram":    {"User-Agent: TelegramBot (like TwitterBot)"},
		"Googlebot":   {"User-Agent: Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"},
		"no agent":    nil,
		"an image":    {person, "Sec-Fetch-Dest: image"},
		"a script":    {person, "Sec-Fetch-Dest: script"},
		"fetch()":     {person, "Sec-Fetch-Dest: empty"},
		"data center": {person, "Client: 203.0.113.9"},
	}
	for name, header := range notPeople {
		if got := visit("GET", header...); got != http.StatusFound {
			t.Errorf("%s: %d, want a redirect", name, got)
		}
	}
	for destination, people := range map[string]bool{
		"document": true, "iframe": true, "frame": true, "fencedframe": true, "embed": true, "object": true,
		"image": false, "empty": false, "script": false, "style": false, "video": false, "font": false, "worker": false, "report": false, "later": false,
	} {
		s.records.put(s.own, routing.Target{Alias: destination, MaxClicks: 1})
		address := "http://localhost/" + destination
		s.send("GET", address, "", "Client: 198.51.100.7", person, "Sec-Fetch-Dest: "+destination)
		got := s.send("GET", address, "", "Client: 198.51.100.7", person, "Sec-Fetch-Dest: document").StatusCode
		if people != (got == http.StatusGone) {
			t.Errorf("after a request for %q: %d", destination, got)
		}
	}
	if got := visit("HEAD", person); got != http.StatusFound {
		t.Errorf("HEAD: %d", got)
	}
	if got := visit("GET", person); got != http.StatusFound {
		t.Fatalf("the first person got %d", got)
	}
	if got := visit("GET", person); got != http.StatusGone {
		t.Errorf("the second person got %d", got)
	}
	for name, header := range notPeople {
		if got := visit("GET", header...); got != http.StatusGone {
			t.Errorf("%s, after the end: %d", name, got)
		}
	}
}
