package testshorteners_test

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"linnet/internal/testkit/testshorteners"
)

// visit returns the status and the destination of a short URL.
func visit(t *testing.T, peer *testshorteners.Shortener, short string) (status int, destination string) {
	t.Helper()
	of, err := url.Parse(short)
	if err != nil {
		t.Fatal(err)
	}
	server, err := url.Parse(peer.URL)
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(context.Background(), http.MethodGet, "http://"+server.Host+of.Path, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	r.Host = of.Host
	response, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	return response.StatusCode, response.Header.Get("Location")
}

func TestShortener_RedirectsItsShortURLs(t *testing.T) {
	t.Parallel()
	stopped := map[string]string{"kutt": "302 /banned", "rebrandly": "404 "} // what visitors of archived links get
	hasPasswords := map[string]bool{"dub": true, "kutt": true, "short.io": true}
	for name, peer := range map[string]*testshorteners.Shortener{
		"bitly": testshorteners.Bitly(t), "dub": testshorteners.Dub(t), "kutt": testshorteners.Kutt(t), "rebrandly": testshorteners.Rebrandly(t),
		"shlink": testshorteners.Shlink(t), "short.io": testshorteners.ShortIO(t), "yourls": testshorteners.YOURLS(t),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			wrong := map[int]bool{}
			for _, l := range peer.Wrong() {
				wrong[l.N] = true
			}
			if len(wrong) != testshorteners.Count/50 {
				t.Errorf("%d short URLs lead elsewhere", len(wrong))
			}
			for _, l := range peer.All() {
				status, destination := visit(t, peer, peer.Short(l))
				if want := stopped[name]; l.Archived && want != "" {
					if got := fmt.Sprint(status, " ", destination); got != want {
						t.Errorf("the archived link %d is %s", l.N, got)
					}
					continue
				}
				switch l.N {
				case testshorteners.Full:
					if asksPassword := status == http.StatusOK && destination == ""; asksPassword != hasPasswords[name] {
						t.Errorf("the link with a password is %d, %q", status, destination)
					}
				case testshorteners.Malformed:
					if status != http.StatusNotFound {
						t.Errorf("the link without a destination is %d", status)
					}
				default:
					if status != http.StatusFound || (destination == l.URL) == wrong[l.N] {
						t.Errorf("link %d is %d, %q", l.N, status, destination)
					}
				}
			}
			peer.SetFaults(testshorteners.Faults{})
			if left := peer.Wrong(); len(left) != 0 {
				t.Errorf("%d short URLs lead elsewhere without faults", len(left))
			}
			if status, _ := visit(t, peer, "https://"+testshorteners.Hosts()[0]+"/unknown"); status != http.StatusNotFound {
				t.Errorf("an unknown alias is %d", status)
			}
			if keys := peer.Keys(); len(keys) != 0 {
				t.Errorf("visits count as calls with the keys %s", strings.Join(keys, ", "))
			}
		})
	}
}
