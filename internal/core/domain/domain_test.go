package domain_test

import (
	"testing"

	"linnet/internal/core/domain"
)

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
