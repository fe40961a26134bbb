package fault_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/base/fault"
)

func TestCodeOf(t *testing.T) {
	t.Parallel()
	cause := errors.New("disk on fire")
	cases := map[string]struct {
		err  error
		want fault.Code
	}{
		"nil":                {nil, ""},
		"a stranger's":       {cause, fault.Internal},
		"a fault":            {fault.New(fault.Gone, "gone"), fault.Gone},
		"a wrapped fault":    {fmt.Errorf("reading: %w", fault.New(fault.NotFound, "no")), fault.NotFound},
		"a fault's own tale": {fault.Wrap(cause, fault.Unavailable, "later"), fault.Unavailable},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := fault.CodeOf(c.err); got != c.want {
				t.Errorf("CodeOf = %q, want %q", got, c.want)
			}
		})
	}
	if !errors.Is(fault.Wrap(cause, fault.Internal, "x"), cause) {
		t.Error("the cause is lost")
	}
}

func TestAt_DoesNotModifyTheOriginal(t *testing.T) {
	t.Parallel()
	base := fault.New(fault.Invalid, "Too long")
	a, b := base.At("title"), base.At("comments")
	if len(base.Fields) != 0 || a.Fields[0].Field != "title" || b.Fields[0].Field != "comments" {
		t.Errorf("fields are shared: %v %v %v", base.Fields, a.Fields, b.Fields)
	}
}

func TestList_KeepsTheFirstMessageOfAField(t *testing.T) {
	t.Parallel()
	var l fault.List
	if l.Err() != nil {
		t.Fatal("an empty list is an error")
	}
	l.Add("email", "valid?")
	l.Add("email", "short?")
	var inner fault.List
	inner.Add(".when", "Unknown field")
	l.AddErr("rules[2]", inner.Err())
	var got *fault.Error
	if !errors.As(l.Err(), &got) {
		t.Fatal("not a fault")
	}
	want := []fault.Field{{Field: "email", Message: "valid?"}, {Field: "rules[2].when", Message: "Unknown field"}}
	if diff := cmp.Diff(want, got.Fields); diff != "" {
		t.Error(diff)
	}
	if got.Message != "valid?" || got.Code != fault.Invalid {
		t.Errorf("got %v", got)
	}
}

func TestList_StopsAtMaxFields(t *testing.T) {
	t.Parallel()
	var l, nested fault.List
	for i := range 3 * fault.MaxFields {
		if want := i >= fault.MaxFields; l.Full() != want {
			t.Fatalf("Full after %d fields = %v, want %v", i, l.Full(), want)
		}
		l.Add(fmt.Sprintf("ids[%d]", i), "Must be a string.")
	}
	nested.AddErr("body.", l.Err())
	nested.Add("more", "Must be a string.")
	for name, err := range map[string]error{"list": l.Err(), "nested list": nested.Err()} {
		var got *fault.Error
		if !errors.As(err, &got) || len(got.Fields) != fault.MaxFields {
			t.Errorf("%s: got %v, want %d fields", name, err, fault.MaxFields)
		}
	}
}

func TestText_LeavesOutTheCodes(t *testing.T) {
	t.Parallel()
	inner := fault.New(fault.Conflict, "This is already taken.")
	for _, c := range []struct {
		err  error
		want string
	}{
		{errors.New("conflict: of two trees"), "conflict: of two trees"},
		{inner, "This is already taken."},
		{fmt.Errorf("store the link: %w", inner), "store the link: This is already taken."},
		{fault.Wrap(inner, fault.Unavailable, "Try again."), "Try again.: This is already taken."},
		{errors.Join(inner, fault.New(fault.Invalid, "Choose another one.")), "This is already taken.\nChoose another one."},
	} {
		if got := fault.Text(c.err); got != c.want {
			t.Errorf("%v: %q, want %q", c.err, got, c.want)
		}
	}
}
