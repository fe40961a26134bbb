package client_test

import (
	"encoding/json"
	"testing"
	"time"

	"linnet/client"
)

func TestField_DistinguishesAbsentNullAndZero(t *testing.T) {
	t.Parallel()
	for want, update := range map[string]client.UpdateLink{
		`{}`:                                   {},
		`{"title":null}`:                       {Title: client.Clear[string]()},
		`{"title":""}`:                         {Title: client.Set("")},
		`{"forwardQuery":false}`:               {ForwardQuery: client.Set(false)},
		`{"expiresAt":"2027-01-01T00:00:00Z"}`: {ExpiresAt: client.Set(time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC))},
		`{"tags":[]}`:                          {Tags: client.Set([]string{})},
	} {
		got, err := json.Marshal(update)
		if err != nil || string(got) != want {
			t.Errorf("%s, %v; want %s", got, err, want)
		}
	}
}
