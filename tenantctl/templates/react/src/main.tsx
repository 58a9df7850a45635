import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Profile, SignedIn } from './auth';

createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <SignedIn>
      <Profile />
    </SignedIn>
  </StrictMode>,
);
