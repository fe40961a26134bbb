package fault

// List gathers the faulty fields of one request, so that a person sees all of
// them at once. The zero value is ready to use.
type List struct {
	fields []Field
}

// Add blames field. Only the first sentence for a field is kept: the rules of
// a field are checked in order and the first that fails is the one shown.
func (l *List) Add(field, message string) {
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
