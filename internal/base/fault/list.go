package fault

// MaxFields is the most fields that one List holds. More would not help the
// caller, and comparing each against all others would cost quadratic time.
const MaxFields = 50

// List collects the invalid fields of one request, at most MaxFields of them,
// so that the caller sees them all at once. The zero value is ready to use.
type List struct {
	fields []Field
}

// Full reports whether the list holds MaxFields fields. Loops over a list of
// the request stop then: later fields are dropped.
func (l *List) Full() bool { return len(l.fields) >= MaxFields }

// Add records message for field. Only the first message of a field is stored:
// its rules are checked in order and the first that fails is shown. Add does
// nothing when the list is full.
func (l *List) Add(field, message string) {
	if l.Full() {
		return
	}
	for _, f := range l.fields {
		if f.Field == field {
			return
		}
	}
	l.fields = append(l.fields, Field{Field: field, Message: message})
}

// AddErr blames field with err's sentence, or with the sentences of err's own
// fields, each put below field. A nil err adds nothing.
func (l *List) AddErr(field string, err error) {
	if err == nil {
		return
	}
	f, ok := err.(*Error) //nolint:errorlint // validators return faults unwrapped
	if !ok {
		l.Add(field, err.Error())
		return
	}
	if len(f.Fields) == 0 {
		l.Add(field, f.Message)
	}
	for _, sub := range f.Fields {
		if l.Full() {
			return
		}
		l.Add(field+sub.Field, sub.Message)
	}
}

// Err returns nil when nothing was blamed, else one Invalid fault whose
// sentence is that of the first field.
func (l *List) Err() error {
	if len(l.fields) == 0 {
		return nil
	}
	return &Error{Code: Invalid, Message: l.fields[0].Message, Fields: l.fields}
}
