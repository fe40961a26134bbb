package domain_test

import (
	"testing"

	"linnet/internal/core/domain"
)

func TestNormalHost(t *testing.T) {
	t.Parallel()
	cases := map[string]struct{ raw, want string }{
		"as it is":             {"go.example.com", "go.example.com"},
		"capitals":             {"GO.Example.COM", "go.example.com"},
		"http's port":          {"go.example.com:80", "go.example.com"},
		"https's port":         {"go.example.com:443", "go.example.com"},
		"IDN":                  {"Go.Bücher.example:8080", "go.xn--bcher-kva.example:8080"},
		"another port":         {"localhost:8080", "localhost:8080"},
		"a port that ends so":  {"localhost:8443", "localhost:8443"},
		"a trailing dot":       {"go.example.com.", "go.example.com"},
		"dot and port":         {"go.example.com.:8080", "go.example.com:8080"},
		"dot and implied port": {"go.example.com.:443", "go.example.com"},
		"IPv6":                 {"[::1]", "[::1]"},
		"IPv6 that ends in 80": {"[2001:db8::80]", "[2001:db8::80]"},
		"IPv6 with port":       {"[::1]:8080", "[::1]:8080"},
		"IPv6 implied port":    {"[::1]:443", "[::1]"},
		"nothing":              {"", ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := domain.NormalHost(c.raw); got != c.want {
				t.Errorf("NormalHost(%q) = %q, want %q", c.raw, got, c.want)
			}
			if again := domain.NormalHost(domain.NormalHost(c.raw)); again != c.want {
				t.Errorf("not stable: %q", again)
			}
		})
	}
}

func TestHostName(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		"go.example.com": "go.example.com", "GO.Example.COM.:8080": "go.example.com", "localhost:8080": "localhost",
		"[::1]": "::1", "[::1]:443": "::1", "go.example.com:": "go.example.com", "": "",
		"go.example.com:80a": "go.example.com:80a", "localhost:8080.evil.example": "localhost:8080.evil.example",
		"[::1": "[::1", "[::1]8080": "[::1]8080", "[::1]:x": "[::1]:x",
	} {
		if got := domain.HostName(raw); got != want {
			t.Errorf("HostName(%q) = %q, want %q", raw, got, want)
		}
	}
}

func TestCanonicalHost(t *testing.T) {
	t.Parallel()
	for authority, want := range map[string][2]string{
		"Go.Example.com:8080": {"go.example.com", "8080"}, "example.com.": {"example.com", ""}, "[::1]:80": {"::1", "80"},
		"ex%61mple.com": {"example.com", ""}, "bücher.example": {"xn--bcher-kva.example", ""}, "example。com。": {"example.com", ""},
		"blocked.example:80a": {"blocked.example", "80a"},
	} {
		if name, port := domain.CanonicalHost(authority); name != want[0] || port != want[1] {
			t.Errorf("CanonicalHost(%q) = %q, %q, want %q", authority, name, port, want)
		}
	}
}

func TestIsLoopback(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"localhost": true, "app.localhost": true, "127.0.0.1": true, "::1": true, "::ffff:127.0.0.1": true, "0.0.0.0": true,
		"example.com": false, "localhost.example.com": false, "192.0.2.1": false, "": false,
	} {
		if got := domain.IsLoopback(name); got != want {
			t.Errorf("IsLoopback(%q) = %v, want %v", name, got, want)
		}
	}
}

func TestPublicHost(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]string{
		"http://localhost:8080": "localhost:8080", "https://go.example.com/": "go.example.com", "https://go.example.com:443": "go.example.com",
	} {
		if got, err := domain.PublicHost(url); err != nil || got != want {
			t.Errorf("PublicHost(%q) = %q, %v", url, got, err)
		}
	}
	for _, url := range []string{"", "go.example.com", "ftp://go.example.com", "http://", "http://[::1"} {
		if got, err := domain.PublicHost(url); err == nil {
			t.Errorf("PublicHost(%q) = %q", url, got)
		}
	}
}
