/* Another frame evaluator, for the tests: counts the frames and passes them on, as Dynamo's does when it has no callback. */

typedef void *(*evaluator)(void *, void *, int);

static evaluator below;
static long frames;

static void *
other_evaluator(void *tstate, void *frame, int throwflag)
{
    frames++;
    return below(tstate, frame, throwflag);
}

evaluator
put_above(evaluator current)
{
    below = current;
    return other_evaluator;
}

long
frames_seen(void)
{
    return frames;
}
