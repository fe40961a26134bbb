package account_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/base/fault"
	"linnet/internal/core/account"
)

func TestUpdateMe_ChangesOnlyThePatchedFields(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	signedUp, actor := w.signUp(t, ada())
	w.clock.Advance(time.Minute)
	name, phone, country := " Augusta  ", "0171 2345", "de"
	got, err := w.UpdateMe(t.Context(), actor, account.ProfilePatch{FirstName: &name, PhoneNumber: &phone, Country: &country})
	if err != nil {
		t.Fatal(err)
	}
	want := signedUp.User
	want.FirstName, want.PhoneNumber, want.Country, want.UpdatedAt = "Augusta", "+44171 2345", "DE", w.clock.Now()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	me, err := w.Me(t.Context(), actor)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, me); diff != "" {
		t.Errorf("stored: %s", diff)
	}
}

func TestUpdateMe_ReturnsEveryFieldError(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	signedUp, actor := w.signUp(t, ada())
	name, empty, code := "R2D2", "", "44"
	_, err := w.UpdateMe(t.Context(), actor, account.ProfilePatch{FirstName: &name, LastName: &empty, Country: &empty, CountryCode: &code, PhoneNumber: &empty})
	wantFields(t, err,
		fault.Field{Field: "firstName", Message: "First name can only contain letters, spaces, hyphens, and apostrophes"},
		fault.Field{Field: "lastName", Message: "Last name must be at least 2 characters"},
		fault.Field{Field: "country", Message: "Please select a country"},
		fault.Field{Field: "countryCode", Message: "Please select a valid country code"},
		fault.Field{Field: "phoneNumber", Message: "Please enter a valid phone number"},
	)
	if me, err := w.Me(t.Context(), actor); err != nil || me != signedUp.User {
		t.Errorf("a rejected change was stored: %+v, %v", me, err)
	}
}
