import { Button } from '../kit/button.tsx';

/** Shown when the session cannot be read. */
export const CouldNotLoad = () => (
  <main>
    <h1>Your account could not be loaded</h1>
    <p>The service does not respond at the moment.</p>
    <Button kind="primary" onPress={() => location.reload()}>
      Try again
    </Button>
  </main>
);
